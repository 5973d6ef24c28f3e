import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.ts';
import { isPatched, needsBrowser, type PatchedCase, plantedCopy, readCases } from './planted-copy.ts';

/**
 * `npm run planted`: plants known bugs in a copy of the product, one at a time, and runs the test of the failure case
 * each belongs to. A test that passes in spite of its bug proves nothing; then this exits with 1.
 *
 *   npm run planted -- --draw 10 --by <commit hash>   ten, drawn by the hash, so that all are tried over time
 *   npm run planted -- --case 12 --case 29             the named ones
 *   npm run planted -- --all
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    draw: { type: 'string' },
    by: { type: 'string' },
    case: { type: 'string', multiple: true, default: [] },
    'at-once': { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
});

const root = resolve(import.meta.dirname, '..');
const chosen = choose(readCases(root).filter(isPatched));
if (chosen.length === 0) {
  console.error('Nothing to try: give --all, --case <number> or --draw <count> [--by <commit hash>].');
  process.exit(2);
}

if (chosen.some(needsBrowser)) ensureChromium();

const started = performance.now();
const waiting = [...chosen];
const missed: PatchedCase[] = [];
await Promise.all(Array.from({ length: Math.min(Number(values['at-once']), chosen.length) }, work));
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${chosen.length - missed.length} of ${chosen.length} planted bugs caught in ${seconds} s`);
process.exitCode = missed.length === 0 ? 0 : 1;

/** Worker: tries one waiting case after the other, in its own copy. */
async function work(): Promise<void> {
  using copy = plantedCopy(root);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { isCaught, report } = await copy.tryCase(next);
    if (!isCaught) missed.push(next);
    console.log(`${isCaught ? 'caught' : 'MISSED'}  ${next.patch}: ${report}`);
  }
}

function choose(cases: PatchedCase[]): PatchedCase[] {
  if (values.all) return cases;
  const numbers = values.case.map(Number);
  if (numbers.length > 0) return cases.filter((each) => numbers.includes(each.case));
  const drawn = Number(values.draw ?? 0);
  const by = values.by ?? spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  const lot = (each: PatchedCase): string => createHash('sha256').update(`${by}/${each.case}`).digest('hex');
  return cases.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, drawn);
}
