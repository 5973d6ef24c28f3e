import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { uuidv7 } from '#domain/ids.ts';
import { ensureChromium } from '../scripts/chromium.ts';
import { demoId } from '../server/demo/users.ts';
import { silentLog } from '../server/log.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import { serverProcess } from '../tests/support/server-process.ts';
import { until } from '../tests/support/until.ts';
import { ms, quantile } from './stats.ts';

/**
 * `node bench/typing.ts`, after `npm run build`: measures the time from a key press to the paint that shows it, with
 * the CPU slowed down four times, while nothing arrives and while 10,000 messages arrive in the open room.
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '10000' }, slower: { type: 'string', default: '4' } },
});
const total = Number(values.messages);
const goalMs = 100;
/** A fast typist's pause between two keys. */
const keyEveryMs = 100;
const frame = 500;

const folder = mkdtempSync(join(tmpdir(), 'vfp-typing-'));
const postgres = await startPostgres({ dataDir: folder, log: silentLog });
const server = await serverProcess({ DATABASE_URL: postgres.url, DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn' });
await server.start();
const url = `http://localhost:${server.port}`;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });

interface Figures {
  when: string;
  keys: number;
  p50: string;
  p95: string;
  most: string;
  over: number;
  longest: string;
  seconds: string;
}

try {
  const rows: Figures[] = [];
  rows.push(await measured('nothing arrives', async () => wait(10_000)));
  rows.push(
    await measured(`${total} arrive while it is open`, async (page, burst) => {
      await push(burst);
      await shown(page, burst);
    }),
  );
  rows.push(
    await measured(
      `${total} arrived meanwhile`,
      async (page, burst) => {
        await page.context().setOffline(false);
        await shown(page, burst);
      },
      async (page, burst) => {
        await page.context().setOffline(true);
        await push(burst);
      },
    ),
  );
  console.table(rows);
  if (rows.some(({ over }) => over > 0)) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

type Work = (page: Page, burst: string) => Promise<void>;

/** Types into the room on its own device for as long as the work takes. */
async function measured(when: string, work: Work, before: Work = async () => undefined): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const burst = crypto.randomUUID().slice(0, 8);
  await signIn(page);
  await page.goto(`${url}/chat/chat-with-expert?room=${demoId('engineer-expert')}`);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.click();
  await before(page, burst);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) });
  await page.evaluate(watchKeys);
  const since = performance.now();
  let keys = 0;
  let isOver = false;
  const working = work(page, burst).finally(() => (isOver = true));
  // Keys are pressed at a fixed rate, whether or not the page keeps up.
  const pressed: Promise<unknown>[] = [];
  while (!isOver) {
    pressed.push(session.send('Input.dispatchKeyEvent', key('keyDown')));
    pressed.push(session.send('Input.dispatchKeyEvent', key('keyUp')));
    keys++;
    await wait(keyEveryMs);
  }
  await working;
  await Promise.all(pressed);
  const seconds = (performance.now() - since) / 1000;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await until('every key is in the box', async () => (await box.inputValue()).length === keys);
  const { slow, longest } = await page.evaluate(keysWatched);
  await context.close();
  // Keys that took less than a frame are not reported: each counts as one frame.
  const all = [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)];
  return {
    when,
    keys,
    p50: ms(quantile(all, 0.5)),
    p95: ms(quantile(all, 0.95)),
    most: ms(Math.max(...all)),
    over: slow.filter((duration) => duration > goalMs).length,
    longest: ms(longest),
    seconds: seconds.toFixed(1),
  };
}

function key(type: 'keyDown' | 'keyUp') {
  return { type, key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, ...(type === 'keyDown' ? { text: 'a' } : {}) };
}

interface Watched {
  slow: Map<number, number>;
  longest: number;
}

/** Runs in the page: records the time from each key to the next paint, from Event Timing, and the longest task. */
function watchKeys(): void {
  const watched: Watched = { slow: new Map(), longest: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.name !== 'keydown' && entry.name !== 'keypress' && entry.name !== 'input') continue;
      // All events of one key press share its time stamp; the slowest is what the user waited for.
      const at = Math.round(entry.startTime / 10);
      watched.slow.set(at, Math.max(watched.slow.get(at) ?? 0, entry.duration));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
}

function keysWatched(): { slow: number[]; longest: number } {
  const { watched } = globalThis as unknown as { watched: Watched };
  return { slow: [...watched.slow.values()], longest: watched.longest };
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/chat/);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

async function shown(page: Page, burst: string): Promise<void> {
  await page
    .getByRole('log')
    .getByText(`${burst} ${total - 1}.`)
    .waitFor({ timeout: 180_000 });
}

/** Sends all messages from an expert's device, as fast as the server accepts them. */
async function push(burst: string): Promise<void> {
  const token = await tokenOf('expert@demo.vfp');
  const clientId = newId();
  for (let from = 0; from < total; from += frame) {
    const commands = Array.from({ length: Math.min(frame, total - from) }, (_, i) => ({
      cmdId: newId(),
      n: from + i + 1,
      type: 'chat.send',
      v: 1,
      args: { roomId: demoId('engineer-expert'), content: `${burst} ${from + i}.`, files: [] },
    }));
    const response = await fetch(`${url}/api/v1/sync/push`, {
      method: 'POST',
      headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ protocol: 1, clientId, actor: demoId('expert'), commands }),
    });
    const reply = (await response.json()) as { results?: { s: string }[] };
    if (reply.results?.every(({ s }) => s === 'ok') !== true) throw new Error(JSON.stringify(reply).slice(0, 400));
  }
}

async function tokenOf(email: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

function newId(): string {
  return uuidv7(Date.now(), (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>));
}
