import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isPatched, numberOf, readCases } from '../scripts/planted-cases.ts';

/** Checks that the map from the sync layer's failure cases to their tests is complete, and that every planted bug fits. */

const root = resolve(import.meta.dirname, '..');
const cases = readCases(root);
const patched = cases.filter(isPatched);

test('each of the 68 cases has its row, in order', () => {
  expect(cases.map((each) => each.case)).toEqual(Array.from({ length: 68 }, (_, i) => i + 1));
});

test.each(cases)('case $case names a file with a test of that number', (each) => {
  const text = readFileSync(join(root, each.file), 'utf8');
  // Top level only: inside a `describe`, the group's title would precede the number.
  expect(text).toMatch(new RegExp(`^test[^'"\`]*['"\`]${numberOf(each)}|^  ['"\`]${numberOf(each)}`, 'm'));
});

test('every planted bug has the number of its case, and none is left over', () => {
  const files = readdirSync(join(root, 'tests/planted')).map((name) => `tests/planted/${name}`);
  expect(files.toSorted()).toEqual(patched.map(({ patch }) => patch).toSorted());
  expect(patched.filter((each) => !each.patch.startsWith(`tests/planted/${numberOf(each).trim()}-`))).toEqual([]);
});

test('every planted bug fits the product as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-patches-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['domain', 'src', 'server', 'tests', 'public', 'scripts', 'vite.config.ts']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  const patches = ['tests/planted', 'tests/simulation/planted', 'tests/simulation/planted-real'].flatMap((place) =>
    readdirSync(join(root, place)).map((name) => join(root, place, name)),
  );
  expect(patches.filter((patch) => !fits(folder, patch))).toEqual([]);
});

function fits(folder: string, patch: string): boolean {
  try {
    execFileSync('git', ['apply', '--check', patch], { cwd: folder, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
