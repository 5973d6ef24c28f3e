import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { copySources } from '../../scripts/source-copy.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const patches = await patchesIn('planted');
/** Bugs planted in the server's code. */
const inServer = await patchesIn('planted-real');
const folders: string[] = [];

async function patchesIn(folder: string): Promise<string[]> {
  const path = join(import.meta.dirname, folder);
  return (await readdir(path)).filter((name) => name.endsWith('.patch')).map((name) => join(path, name));
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Plants a bug in a copy of the product and runs stories until one fails. */
async function simulate(patch: string, ...how: string[]): Promise<{ code: number; said: string }> {
  const folder = copySources(root);
  folders.push(folder);
  await run('git', ['apply', '--unsafe-paths', `--directory=${folder}`, patch], { cwd: tmpdir() });
  const args = ['tests/simulation/run.ts', '--seeds', '1000', '--stop', '--shrink', '0', ...how];
  try {
    return { code: 0, said: (await run(process.execPath, args, { cwd: folder })).stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test('every bug the simulation is there for is planted', () => {
  expect(patches.map((path) => basename(path)).toSorted()).toEqual([
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
    '11-end-without-the-row.patch',
    '12-nobody-takes-over.patch',
    '13-piece-twice.patch',
    '14-gap-not-noticed.patch',
    '15-a-sent-page-from-anywhere.patch',
    '16-a-page-ends-where-the-hint-said.patch',
    '17-no-look-at-a-new-stand.patch',
    '18-a-hint-during-a-page-is-forgotten.patch',
    '19-hidden-once-never-looked-for.patch',
    '20-pages-are-shared-by-cursor-alone.patch',
    '21-an-older-page-is-relabelled.patch',
    '22-settled-by-half-a-transaction.patch',
    '23-settled-before-the-page.patch',
    '24-a-mismatch-counts-as-applied.patch',
    '25-an-append-overtakes-what-waits.patch',
  ]);
});

test.each(patches)('the simulation finds the planted bug %s', async (patch) => {
  const { code, said } = await simulate(patch);
  expect(said).toMatch(found);
  expect(code).toBe(1);
});

test.each(inServer)('with the real server, it finds the planted bug %s', async (patch) => {
  const { code, said } = await simulate(patch, '--bus', 'real', '--mode', 'safety');
  expect(said).toMatch(found);
  expect(code).toBe(1);
});

const found = /seed \d+:\n {2}(\([a-j]\)|not at rest)/;
