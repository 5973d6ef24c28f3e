import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { leaderOf, queued } from '../../support/devices/disk.ts';
import { countOf, holdRoom, openExpertRoom, pushesUnderWay, sendsOf, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Two windows of one user: one of them drains the outbox, and however it ends, the other takes over. */

let device: Device;
let first: Page;
let second: Page;
/** Counts how often the first window has sent a text. */
let sends: (text: string) => number;

const product = await provideProduct();

beforeEach(async () => {
  device = await openDevice();
  await signIn(device.page, product.url, 'engineer@demo.vfp');
  // The second window is opened once the first one leads.
  first = await device.context.newPage();
  sends = sendsOf(first);
  await device.page.goto('about:blank');
  await openExpertRoom(first, product.url);
  await until('the first window leads', () => leads(first));
  second = await device.context.newPage();
  await openExpertRoom(second, product.url);
  if (!(await leads(first))) throw new Error('the second window leads');
});
afterEach(async () => {
  await device?.close();
});

/** Whether this window holds the leader's lock and has stored that it leads. */
async function leads(page: Page): Promise<boolean> {
  const isHolder = await page.evaluate(async () => {
    const own = `own:${crypto.randomUUID()}`;
    const { held = [] } = await navigator.locks.request(own, () => navigator.locks.query());
    const holderOf = (isIt: (name: string) => boolean) => held.find(({ name = '' }) => isIt(name))?.clientId;
    const holder = holderOf((name) => name.startsWith('drain:'));
    return holder !== undefined && holder === holderOf((name) => name === own);
  });
  return isHolder && (await leaderOf(page)) !== undefined;
}

/** Waits until there is a newer leader than at this epoch. */
const followed = (epoch: number, by = second) =>
  until('the other window leads', async () => ((await leaderOf(by))?.epoch ?? 0) > epoch);

const epochNow = async () => (await leaderOf(second))?.epoch ?? 0;
const isSent = (text: string) =>
  until(`"${text}" is at the server`, async () => (await countOf(product.db, text)) === 1);
const isSettled = () => until('nothing waits', async () => (await queued(second)) === 0);

/**
 * Stops a window as a frozen one: none of its code runs, and it keeps its lock. The debugger does it, because browsers
 * freeze only hidden windows, and test windows are never hidden.
 * @returns a function that resumes it
 */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const session = await device.context.newCDPSession(page);
  await session.send('Debugger.enable');
  const paused = new Promise<void>((resolve) => session.on('Debugger.paused', () => resolve()));
  await page.evaluate(stopAtRest);
  await paused;
  return async () => {
    await session.send('Debugger.disable');
    await session.detach();
  };
}

/**
 * Stops between two transactions, because browsers do not freeze a page in a transaction that others wait for. A
 * transaction over all tables waits for those already open; newer ones are counted.
 */
async function stopAtRest(): Promise<void> {
  let open = 0;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function counted(...args) {
    const begun = transaction.apply(this, args);
    open++;
    for (const end of ['complete', 'abort']) begun.addEventListener(end, () => void open--);
    return begun;
  };
  const stop = () => {
    if (open > 0) {
      setTimeout(stop);
      return;
    }
    IDBDatabase.prototype.transaction = transaction;
    // oxlint-disable-next-line no-debugger -- this is the stop
    debugger;
  };
  const known = await indexedDB.databases();
  const opening = indexedDB.open(known.find(({ name }) => name?.startsWith('vfp_u_'))?.name ?? '');
  opening.addEventListener('success', () => {
    const db = opening.result;
    const tx = db.transaction([...db.objectStoreNames], 'readwrite');
    tx.addEventListener('complete', () => {
      db.close();
      setTimeout(stop);
    });
    tx.commit();
  });
}

test('43 the window that sends is closed: the other one follows at once, by no clock', async () => {
  const epoch = await epochNow();
  await second.clock.install();
  await second.clock.pauseAt(Date.now() + 10_000);
  await first.close();
  await followed(epoch);
  await second.clock.resume();
  await write(second, 'after the close');
  await isSent('after the close');
  await isSettled();
  expect(await countOf(product.db, 'after the close')).toBe(1);
});

test('44 the window that sends crashes: the other one sends what it has left', async () => {
  const epoch = await epochNow();
  product.network.cut();
  await write(first, 'before the crash');
  const crash = first.waitForEvent('crash');
  const session = await device.context.newCDPSession(first);
  // The crashed page never replies.
  session.send('Page.crash').catch(() => undefined);
  await crash;
  await followed(epoch);
  product.network.restore();
  await isSent('before the crash');
  await isSettled();
  expect(await countOf(product.db, 'before the crash')).toBe(1);
});

test('45 the window that sends is frozen: it is robbed when there is work, and writes nothing when it thaws', async () => {
  const epoch = await epochNow();
  const thaw = await freeze(first);
  await write(second, 'while it is frozen');
  await followed(epoch);
  await isSent('while it is frozen');
  const robber = await leaderOf(second);
  await thaw();
  await write(first, 'after the thaw');
  await isSent('after the thaw');
  await isSettled();
  expect([sends('while it is frozen'), sends('after the thaw')]).toEqual([0, 0]);
  expect(await leaderOf(second)).toMatchObject({ holder: robber?.holder, epoch: robber?.epoch });
});

test('46 robbed while its push is under way: the message takes effect once', async () => {
  const room = new URL(first.url()).searchParams.get('room') ?? '';
  const release = await holdRoom(product.db, room);
  onTestFinished(release);
  await write(first, 'under way');
  await until('its push is under way', async () => (await pushesUnderWay(product.db)) > 0);
  const [robbed, robber] = (await leads(first)) ? [first, second] : [second, first];
  const epoch = (await leaderOf(robber))?.epoch ?? 0;
  const thaw = await freeze(robbed);
  await followed(epoch, robber);
  await release();
  await isSent('under way');
  await thaw();
  await isSettled();
  expect(await countOf(product.db, 'under way')).toBe(1);
  await robber.goto(`${product.url}/waiting`);
  await robber.getByText('Nothing is waiting').waitFor();
});
