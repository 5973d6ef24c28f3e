import { setTimeout } from 'node:timers/promises';
import { Random } from '../simulation/random.ts';
import { until } from '../support/until.ts';
import { judge, judgeCut, type Violation } from './judge.ts';
import { openWorld, type World } from './world.ts';
import { curlOf, madeRequest, type MadeRequest } from './requests.ts';
import { describedRoutes, type Route } from './routes.ts';
import { type Answer, send } from './send.ts';
import { type Fuzzed, startFuzzed } from './server.ts';

/** What happened to so many requests. */
export interface Report {
  sent: number;
  /** Answers by route, then by status. */
  counts: Map<string, Map<number, number>>;
  /** 2xx by kind of person. */
  successes: Map<string, number>;
  /** Requests that were sent again, because the server was too busy and said for how long. */
  busy: number;
  violations: Violation[];
}

export interface Settings {
  databaseUrl: string;
  requests: number;
  seed: number;
  jobs: number;
  /** Send this one request alone. */
  only?: number;
  say(line: string): void;
}

/** So often the people get their rights and sessions back, which the requests take from them. */
const restoreEvery = 100;

/** Sends seeded requests to every described route and judges the answers. */
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
  // Each kind of person meets each route.
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
  // Some requests end the session of whoever sends them.
  if (answer.status === 401) await world.signIn(kind);
  const call = `${made.method} ${made.path.split('?', 1)[0] ?? ''}`;
  const isCutOff = () => comesTrue(() => server.hasCutOff(call));
  const what = answer.fault === 'cut' ? await judgeCut({ request: made, isCutOff }) : judge(route, answer);
  if (what !== undefined) note({ what: `${route.name} as ${kind}: ${what}`, number, curl: curlOf(server.url, made) });
}

/**
 * Sends again what the server was too busy for: on a machine full of other work one call holds a lock for longer than
 * another waits. As much of that as is left to chance; a server that is always busy has a fault.
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

/** What the server logs of a call that waited for a lock for too long. */
function isOfWaiting(line: string): boolean {
  return line.includes('canceling statement due to lock timeout');
}

/** The log is written a moment after the connection is cut. */
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
