import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { numberOf, readCases } from '../scripts/planted-copy.ts';

/** Checks that the map from the sync layer's failure cases to their tests and planted bugs is complete and correct. */

const root = resolve(import.meta.dirname, '..');
const cases = readCases(root);

test('each of the 68 cases has its test and its planted bug, in order', () => {
  expect(cases.map((each) => each.case)).toEqual(Array.from({ length: 68 }, (_, i) => i + 1));
  expect(new Set(cases.map(({ patch }) => patch)).size).toBe(68);
});

test.each(cases)('case $case names a file with a test of that number, and a patch of that number', (each) => {
  const text = readFileSync(join(root, each.file), 'utf8');
  // Top level only: inside a `describe`, the group's title would precede the number.
  expect(text).toMatch(new RegExp(`^test[^'"\`]*['"\`]${numberOf(each)}|^  ['"\`]${numberOf(each)}`, 'm'));
  expect(each.patch).toMatch(new RegExp(`^tests/planted/${numberOf(each).trim()}-[a-z0-9-]+\\.patch$`));
});

test('no planted bug is left over', () => {
  const files = readdirSync(join(root, 'tests/planted')).map((name) => `tests/planted/${name}`);
  expect(files.toSorted()).toEqual(cases.map(({ patch }) => patch).toSorted());
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
