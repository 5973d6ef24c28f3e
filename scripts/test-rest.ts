import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf } from './change-base.ts';
import { drawn } from './draw.ts';
import { restFiles } from './test-files.ts';

/**
 * `npm run test:rest` runs the files that `npm test` leaves out, in an order drawn by the commit, so that all take
 * their turn over time. Those that `.ci/run` runs every time are not among them. With `--until <time>` (seconds since
 * 1970) it begins no further files after that time, and prints which ones it did not run. Exits with 1 after the first
 * group of files with a failure.
 */
const { values } = parseArgs({ options: { until: { type: 'string', default: 'Infinity' } } });
/** Files of one run of vitest: enough to keep its workers busy, few enough to stop near the given time. */
const groupSize = 4;

const root = join(import.meta.dirname, '..');
const waiting = drawn(restFiles(root), (file) => file, commitOf(root, ['rev-parse', 'HEAD']) ?? '');
const count = waiting.length;

while (waiting.length > 0 && Date.now() / 1000 < Number(values.until)) {
  const group = waiting.splice(0, groupSize);
  const { status } = spawnSync(process.execPath, ['scripts/test.ts', '--all', ...group], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
console.log(`\n${count - waiting.length} of the ${count} files that npm test leaves out were run, and passed.`);
if (waiting.length > 0) console.log(`No time was left for:\n${waiting.map((file) => `  ${file}`).join('\n')}`);
