import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { copySources } from '../../scripts/source-copy.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const planted = join(import.meta.dirname, 'planted');
const patches = (await readdir(planted)).filter((name) => name.endsWith('.patch'));
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function simulate(folder: string, seeds: number): Promise<{ code: number; said: string }> {
  const args = ['tests/simulation/run.ts', '--seeds', String(seeds), '--stop', '--shrink', '0'];
  try {
    return { code: 0, said: (await run(process.execPath, args, { cwd: folder })).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test('every bug the simulation is there for is planted', () => {
  expect(patches.toSorted()).toEqual([
    '01-outbox-entry-removed-on-the-reply.patch',
    '02-cursor-is-seq-alone.patch',
    '03-xmin-in-a-second-statement.patch',
    '04-lock-after-the-idempotency-row.patch',
    '05-no-idempotency-check.patch',
    '06-no-fencing.patch',
    '07-cursor-moved-outside-the-page.patch',
    '08-coalescing-after-sending.patch',
    '09-401-empties.patch',
    '10-ids-renewed-on-retry.patch',
  ]);
});

test.each(patches)('the simulation finds the planted bug %s', { timeout: 300_000 }, async (patch) => {
  const folder = copySources(root);
  folders.push(folder);
  await run('git', ['apply', '--unsafe-paths', `--directory=${folder}`, join(planted, patch)], { cwd: tmpdir() });
  const { code, said } = await simulate(folder, 1000);
  expect(said).toMatch(/seed \d+:\n {2}(\([a-f]\)|not at rest)/);
  expect(code).toBe(1);
});
