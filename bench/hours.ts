import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { demoId } from '../server/demo/users.ts';
import { type CountingProxy, countingProxy } from './counting-proxy.ts';
import { pushAs, signIn, startRig } from './rig.ts';

/**
 * `npm run bench:hours`, after `npm run build`: what an open conversation costs while nothing happens, and while an
 * expert writes ten messages of 200 characters a minute. Counts calls by path, IndexedDB transactions and timers of the
 * page and its workers, and bytes in both directions. `--minutes 10` watches each for so long; bytes are given for an
 * hour.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } });
const minutes = Number(values.minutes);
const pauseMs = 6000;
const roomId = demoId('engineer-expert');

/** What has happened in one page or worker since it began. */
interface Counts {
  transactions: number;
  /** How often a timer has fired, by its delay, which is rounded to seconds from one second on. */
  timers: Record<string, number>;
}

declare global {
  var happened: Counts;
}

const rig = await startRig();
const proxy = await countingProxy(rig.url);
try {
  const context = await rig.browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(count);
  const page = await context.newPage();
  page.on('worker', (worker) => void worker.evaluate(count));
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/chat/chat-with-expert?room=${roomId}`);
  await page.getByRole('log').waitFor();
  await page.evaluate(async () => document.fonts.ready);
  await settled(proxy);
  console.log(`A conversation is open; each is watched for ${minutes} minutes.`);
  console.table([
    await watched('nothing happens', context, () => wait(minutes * 60_000)),
    await watched('an expert writes ten messages a minute', context, async () => {
      for (let sent = 0; sent < minutes * 10; sent++) {
        await pushAs(rig.url, 'expert', [
          { type: 'chat.send', args: { roomId, content: 'A cell rests. '.repeat(15).slice(0, 200), files: [] } },
        ]);
        await wait(pauseMs);
      }
    }),
  ]);
} finally {
  proxy.close();
  await rig.close();
}

/** Counts in the page or worker in which it runs. */
function count(): void {
  const counts: Counts = { transactions: 0, timers: {} };
  globalThis.happened = counts;
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...args) {
    counts.transactions++;
    return begin.apply(this, args);
  };
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const set = globalThis[name] as (run: () => unknown, ms?: number) => number;
    const counting = (run: unknown, ms = 0, ...args: unknown[]): number =>
      set(() => {
        const key = ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`;
        counts.timers[key] = (counts.timers[key] ?? 0) + 1;
        if (typeof run === 'function') (run as (...given: unknown[]) => unknown)(...args);
      }, ms);
    Reflect.set(globalThis, name, counting);
  }
}

function hour(bytes: number): string {
  return `${Math.round(((bytes / 1024) * 60) / minutes)} KB`;
}

/** Resolves when no byte has passed for five seconds. */
async function settled({ up, down }: CountingProxy): Promise<void> {
  for (let before = -1; before !== up() + down();) {
    before = up() + down();
    await wait(5000);
  }
}

async function watched(when: string, context: BrowserContext, meanwhile: () => Promise<unknown>) {
  const calls = new Map<string, number>();
  const note = (request: { url(): string }): void => {
    const { pathname } = new URL(request.url());
    calls.set(pathname, (calls.get(pathname) ?? 0) + 1);
  };
  context.on('request', note);
  const [up, down, before] = [proxy.up(), proxy.down(), await happenedIn(context)];
  await meanwhile();
  const after = await happenedIn(context);
  context.off('request', note);
  const fired = Object.entries(after.timers).map(([delay, times]): [string, number] => [
    delay,
    times - (before.timers[delay] ?? 0),
  ]);
  return {
    when,
    'up an hour': hour(proxy.up() - up),
    'down an hour': hour(proxy.down() - down),
    calls: told([...calls]),
    transactions: after.transactions - before.transactions,
    timers: told(fired),
  };
}

function read(): Counts {
  return globalThis.happened;
}

/** Returns the sums of a context's pages and their workers. */
async function happenedIn(context: BrowserContext): Promise<Counts> {
  const pages = context.pages();
  const workers = pages.flatMap((page) => page.workers());
  const each = await Promise.all([
    ...pages.map((page) => page.evaluate(read)),
    ...workers.map((worker) => worker.evaluate(read)),
  ]);
  const sum: Counts = { transactions: 0, timers: {} };
  for (const { transactions, timers } of each) {
    sum.transactions += transactions;
    for (const [delay, times] of Object.entries(timers)) sum.timers[delay] = (sum.timers[delay] ?? 0) + times;
  }
  return sum;
}

function told(times: readonly [string, number][]): string {
  const happened = times.filter(([, each]) => each > 0);
  return happened.map(([name, each]) => `${each} × ${name}`).join(', ');
}
