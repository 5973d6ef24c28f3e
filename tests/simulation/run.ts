import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultKinds, faultsOfAnswers } from './faults.ts';
import { startOwnPostgres } from './real/own-postgres.ts';
import type { Mode } from './story.ts';
import { coverageOf } from './coverage.ts';
import { broken, type Task, type Told } from './told.ts';

/**
 * `npm run simulate -- --seeds 10000 --from 1`: runs this many stories on all cores and counts the faults by kind. It
 * fails on any violation and prints the shortest schedule that leads to it.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    /** `safety` ends with the faults; `liveness` continues until everything has arrived. */
    mode: { type: 'string', default: 'liveness' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /**
     * `model`: an in-memory server whose transactions interleave at every step; `real`: the server's own code on
     * PostgreSQL.
     */
    bus: { type: 'string', default: 'model' },
    /** Maximum number of tabs of a device; at least two. */
    tabs: { type: 'string', default: '2' },
    /** Whether to stop at the first violation. */
    stop: { type: 'boolean', default: false },
    /** Time for shortening a failing story, in seconds; at most three stories are shortened. */
    shrink: { type: 'string', default: '60' },
  },
});
const [from, seeds] = [Number(values.from), Number(values.seeds)];
const shortened = 3;
/** No story takes longer than this in real time, unless it hangs. */
const storyMs = 60_000 + Number(values.shrink) * 1000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const possible = faultKinds.filter((kind) => values.bus !== 'real' || !faultsOfAnswers.has(kind));
const counts = new Map<string, number>(possible.map((kind) => [kind, 0]));
/** How often each cell of the sync tables was reached. */
const cells = new Map<string, number>();
const rested: number[] = [];
let started = performance.now();
let [next, done, violated] = [from, 0, 0];
/** Seeds of stories in which too little happened. */
const thin: number[] = [];

function taskFor(seed: number): Task {
  const shrinkMs = violated < shortened ? Number(values.shrink) * 1000 : 0;
  return { seed, tabs: Number(values.tabs), mode: values.mode as Mode, shrinkMs };
}

/** Whether too little happened. One story in a hundred may be like this, because faults keep users from acting. */
function isThin({ devices, commands, faults }: Told): boolean {
  const kinds = faults.filter(([, count]) => count > 0).length;
  const total = faults.reduce((sum, [, count]) => sum + count, 0);
  return devices < 3 || commands < 20 || kinds < 4 || total < 8;
}

const thinAllowed = Math.max(1, Math.floor(seeds / 100));

function note(told: Told): void {
  done++;
  if (done % 1000 === 0) say(`${done} of ${seeds} so far`);
  for (const [kind, count] of told.faults) if (counts.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + count);
  for (const [cell, count] of told.cells) cells.set(cell, (cells.get(cell) ?? 0) + count);
  if (told.restedMs !== undefined) rested.push(told.restedMs);
  const problems = told.violations;
  if (problems.length === 0) {
    if (isThin(told)) thin.push(told.seed);
    return;
  }
  violated++;
  say(`seed ${told.seed}:`);
  for (const problem of problems.slice(0, 10)) say(`  ${problem}`);
  if (told.schedule.length > 0) say(`  the shortest story of it:`);
  for (const line of told.schedule) say(`    ${line}`);
  if (values.stop) next = Infinity;
}

/** Runs stories in one process after another until none are left. */
async function work(start: () => ChildProcess): Promise<void> {
  while (next < from + seeds) await workOnce(start());
}

/** Each story leaves about a megabyte in its process, so processes are replaced. */
const storiesOfProcess = 500;

/** Stories make much garbage that is short-lived: with room for it, less of it is copied. */
const execArgv = [...process.execArgv, '--max-semi-space-size=32'];

function workOnce(worker: ChildProcess): Promise<void> {
  let left = storiesOfProcess;
  return new Promise((resolve, reject) => {
    let stalled: NodeJS.Timeout | undefined;
    /** The seed of the running story. */
    let told: number | undefined;
    let why = 'its process has died';
    const mustMoveOn = (who: string) => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        why = `${who} has not ended after ${storyMs / 1000} s`;
        worker.kill('SIGKILL');
      }, storyMs);
    };
    const give = () => {
      if (next < from + seeds && left-- > 0) {
        mustMoveOn(`seed ${next}`);
        told = next;
        worker.send(taskFor(next++));
      } else {
        mustMoveOn('a process without stories');
        told = undefined;
        worker.disconnect();
      }
    };
    worker.on('message', (outcome: Told) => {
      note(outcome);
      give();
    });
    worker.on('exit', (code) => {
      clearTimeout(stalled);
      // The running story is a violation; the next process continues with the others.
      if (told !== undefined) note(broken(told, why));
      if (told === undefined && code !== 0) reject(new Error(why));
      else resolve();
    });
    give();
  });
}

const jobs = Math.min(Number(values.jobs), seeds);
const own = values.bus === 'real' ? await Promise.all(Array.from({ length: jobs }, startOwnPostgres)) : [];
started = performance.now();
try {
  const file = join(import.meta.dirname, 'worker.ts');
  const each = Array.from({ length: jobs }, (_, i) => own.slice(i, i + 1).map(({ url }) => url));
  await Promise.all(each.map((args) => work(() => fork(file, args, { execArgv }))));
} finally {
  await Promise.all(own.map(({ stop }) => stop()));
}
for (const [kind, count] of counts) say(`${kind}: ${count}`);
for (const line of coverageOf(cells)) say(line);
const never = [...counts].filter(([, count]) => count === 0).map(([kind]) => kind);
const isLong = seeds >= 100 && !values.stop;
if (never.length > 0 && isLong) say(`never happened: ${never.join(', ')}`);
rested.sort((a, b) => a - b);
const at = (share: number) => Math.round((rested[Math.floor((rested.length - 1) * share)] ?? 0) / 1000);
if (rested.length > 0)
  say(`at rest after the faults, simulated seconds: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`);
const seconds = (performance.now() - started) / 1000;
say(`${Math.round(seconds)} s, ${(done / seconds).toFixed(1)} seeds a second in ${jobs} processes`);
const isTooThin = thin.length > thinAllowed;
if (thin.length > 0) say(`too little happened in ${thin.length} of them: ${thin.slice(0, 10).join(', ')}`);
say(`${done} seeds run, ${violated} with violations`);
process.exitCode = violated > 0 || isTooThin || (never.length > 0 && isLong) ? 1 : 0;
