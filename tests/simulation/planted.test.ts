import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const planted = join(import.meta.dirname, 'planted');
const patches = (await readdir(planted)).filter((name) => name.endsWith('.patch'));
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A copy of what the simulation runs, where bugs may be planted. */
async function copyOfSources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vfp-planted-'));
  folders.push(folder);
  for (const part of [
    'package.json',
    'domain',
    'src/db',
    'src/net',
    'src/sync',
    'src/commands',
    'tests/simulation',
    'tests/src/support',
  ]) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function simulate(folder: string, seeds: number): Promise<{ code: number; said: string }> {
  const args = ['tests/simulation/run.ts', '--seeds', String(seeds), '--stop'];
  try {
    return { code: 0, said: (await run(process.execPath, args, { cwd: folder })).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test('every bug the simulation is there for is planted', () => {
  expect(patches.toSorted()).toEqual([
    'cursor-moved-outside-the-page.patch',
    'no-idempotency-check.patch',
    'outbox-entry-removed-on-reply.patch',
    'sign-out-empties-the-outbox.patch',
  ]);
});

test.each(patches)('the simulation finds the planted bug %s', { timeout: 120_000 }, async (patch) => {
  const folder = await copyOfSources();
  await run('git', ['apply', '--unsafe-paths', `--directory=${folder}`, join(planted, patch)], { cwd: tmpdir() });
  const { code, said } = await simulate(folder, 40);
  expect(said).toMatch(/seed \d+:\n {2}(\([a-e]\)|not at rest)/);
  expect(code).toBe(1);
});
