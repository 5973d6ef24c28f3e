import { setTimeout } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import { until } from '../support/until.ts';
import { judge, judgeCut, type Violation } from './judge.ts';
import { openWorld, type World } from './world.ts';
import { curlOf, madeRequest, type MadeRequest } from './requests.ts';
import { describedRoutes, type Route } from './routes.ts';
import { type Answer, send } from './send.ts';
import { type Fuzzed, startFuzzed } from './server.ts';

/** The result of a run. */
export interface Report {
  sent: number;
  /** Replies by route, then by status. */
  counts: Map<string, Map<number, number>>;
  /** 2xx replies by kind of user. */
  successes: Map<string, number>;
  /** Requests repeated because the server was too busy and said for how long. */
  busy: number;
  violations: Violation[];
}

export interface Settings {
  databaseUrl: string;
  requests: number;
  seed: number;
  jobs: number;
  /** Only send the request with this number. */
  only?: number;
  say(line: string): void;
}

/** Number of requests after which users get back the rights and sessions that requests have taken away. */
const restoreEvery = 100;

/** Sends seeded random requests to every described route and judges the replies. */
export async function fuzz({ databaseUrl, requests, seed, jobs, only, say }: Settings): Promise<Report> {
  const server = await startFuzzed(databaseUrl);
  const report: Report = { sent: 0, counts: new Map(), successes: new Map(), busy: 0, violations: [] };
  const note = (violation: Violation) => {
    report.violations.push(violation);
    say(`\nVIOLATION ${violation.what}\n  request ${violation.number} of seed ${seed}\n  ${violation.curl}\n`);
  };
  try {
    const world = await openWorld(databaseUrl);
    try {
      const routes = describedRoutes(await (await fetch(`${server.url}/docs/json`)).json());
      const numbers = only === undefined ? Array.from({ length: requests }, (_, i) => i) : [only];
      for (let from = 0; from < numbers.length && server.isAlive(); from += restoreEvery) {
        await world.restore();
        await inTurns(numbers.slice(from, from + restoreEvery), jobs, async (number) => {
          await one({ routes, world, seed, number, server, report, note });
        });
        for (const line of server.faults()) {
          if (!isOfWaiting(line) || report.busy === 0)
            note({ what: `the server logged: ${line}`, number: from, curl: '' });
        }
        if (report.sent % 2500 === 0) say(`${report.sent} of ${numbers.length} so far`);
      }
    } finally {
      await world.close();
    }
    if (!server.isAlive())
      note({ what: `the server's process ended: ${server.tail()}`, number: report.sent, curl: '' });
  } finally {
    await server.stop();
  }
  return report;
}

interface Trial {
  routes: Route[];
  world: World;
  seed: number;
  number: number;
  server: Fuzzed;
  report: Report;
  note(violation: Violation): void;
}

async function one({ routes, world, seed, number, server, report, note }: Trial): Promise<void> {
  const random = Random.of(seed, number);
  const route = routes[number % routes.length] as Route;
  // Each kind of user calls each route.
  const kind = world.kinds[Math.floor(number / routes.length) % world.kinds.length] ?? 'guest';
  const made: MadeRequest = madeRequest(route, random, world, kind);
  const answer = await sendWhenThereIsRoom(server.url, made, report);
  report.sent++;
  const counts = report.counts.get(route.name) ?? new Map<number, number>();
  counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
  report.counts.set(route.name, counts);
  if (answer.status >= 200 && answer.status < 300) {
    report.successes.set(kind, (report.successes.get(kind) ?? 0) + 1);
    world.remember(answer.text);
  }
  // Some requests end the caller's session.
  if (answer.status === 401) await world.signIn(kind);
  const call = `${made.method} ${made.path.split('?', 1)[0] ?? ''}`;
  const isCutOff = () => comesTrue(() => server.hasCutOff(call));
  const what = answer.fault === 'cut' ? await judgeCut({ request: made, isCutOff }) : judge(route, answer);
  if (what !== undefined) note({ what: `${route.name} as ${kind}: ${what}`, number, curl: curlOf(server.url, made) });
}

/**
 * Repeats a request for which the server was too busy: on a busy machine, one call may hold a lock for longer than
 * another one waits. A server that is always busy is a fault.
 */
async function sendWhenThereIsRoom(url: string, made: MadeRequest, report: Report): Promise<Answer> {
  for (;;) {
    const answer = await send(url, made);
    if (answer.status !== 503 || answer.retryAfter === undefined || report.busy >= mostBusy) return answer;
    report.busy++;
    await setTimeout(answer.retryAfter * 1000);
  }
}

const mostBusy = 20;

/** Whether the log line is about a call that waited too long for a lock. */
function isOfWaiting(line: string): boolean {
  return line.includes('canceling statement due to lock timeout');
}

/** The log is written shortly after the connection is cut. */
async function comesTrue(check: () => boolean): Promise<boolean> {
  return until('the log says so', check, logPatienceMs).then(
    () => true,
    () => false,
  );
}

const logPatienceMs = 5_000;

async function inTurns(numbers: number[], jobs: number, work: (number: number) => Promise<void>): Promise<void> {
  const left = numbers.values();
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (const number of left) await work(number);
    }),
  );
}
