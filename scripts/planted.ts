import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf } from './change-base.ts';
import { ensureChromium } from './chromium.ts';
import { drawn } from './draw.ts';
import { isPatched, needsBrowser, type PatchedCase, readCases, tryCase } from './planted-cases.ts';
import { tryEach } from './source-copy.ts';

/**
 * `npm run planted`: plants known bugs in a copy of the product, one at a time, and runs the test of the failure case
 * each belongs to. A test that passes in spite of its bug proves nothing; then this exits with 1.
 *
 *   npm run planted -- --draw 10                       ten, drawn by the commit, so that all are tried over time
 *   npm run planted -- --case 12 --case 29             the named ones
 *   npm run planted -- --all
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    draw: { type: 'string', default: '0' },
    case: { type: 'string', multiple: true, default: [] },
  },
});

const root = resolve(import.meta.dirname, '..');
const chosen = choose(readCases(root).filter(isPatched));
if (chosen.length === 0) {
  console.error('Nothing to try: give --all, --case <number> or --draw <count>.');
  process.exit(2);
}

if (chosen.some(needsBrowser)) ensureChromium();

const started = performance.now();
const missed: PatchedCase[] = [];
await tryEach(root, chosen, async (copy, each) => {
  const { isCaught, report } = await tryCase(root, copy, each);
  if (!isCaught) missed.push(each);
  console.log(`${isCaught ? 'caught' : 'MISSED'}  ${each.patch}: ${report}`);
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${chosen.length - missed.length} of ${chosen.length} planted bugs caught in ${seconds} s`);
process.exitCode = missed.length === 0 ? 0 : 1;

function choose(cases: PatchedCase[]): PatchedCase[] {
  if (values.all) return cases;
  const numbers = values.case.map(Number);
  if (numbers.length > 0) return cases.filter((each) => numbers.includes(each.case));
  const commit = commitOf(root, ['rev-parse', 'HEAD']) ?? '';
  return drawn(cases, (each) => String(each.case), commit).slice(0, Number(values.draw));
}
