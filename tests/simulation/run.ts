import { parseArgs } from 'node:util';
import { faultKinds, type FaultKind } from './faults.ts';
import { simulate } from './simulate.ts';

/** `npm run simulate -- --seeds 300 --from 1`: tells how often each kind of fault struck; fails on any violation. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    stop: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const seeds = Number(values.seeds);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
const started = performance.now();
let violated = 0;
let done = 0;
for (let seed = from; seed < from + seeds; seed++) {
  const { violations, devices, commands, faults } = await simulate(seed);
  done++;
  for (const [kind, count] of faults) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...faults.values()].filter((count) => count > 0).length;
  const thin = devices < 2 || commands < 40 || total < 5 || kinds < 3;
  const problems = thin
    ? [
        ...violations,
        `too little happened: ${devices} devices, ${commands} commands, ${total} faults of ${kinds} kinds`,
      ]
    : violations;
  if (problems.length > 0) {
    violated++;
    say(`seed ${seed}:`);
    for (const problem of problems.slice(0, 10)) say(`  ${problem}`);
    if (values.stop) break;
  }
}
for (const [kind, count] of counts) say(`${kind}: ${count}`);
const never = [...counts].filter(([, count]) => count === 0).map(([kind]) => kind);
if (never.length > 0 && seeds >= 20) say(`never happened: ${never.join(', ')}`);
say(`${Math.round((performance.now() - started) / 1000)} s`);
say(`${done} seeds run, ${violated} with violations`);
process.exitCode = violated > 0 || (never.length > 0 && seeds >= 20) ? 1 : 0;
process.exit();
