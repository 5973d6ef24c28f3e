import type { CDPSession, Page, Request } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { leaderOf, queued } from '../../support/devices/disk.ts';
import { countOf, holdRoom, openExpertRoom, pushesUnderWay, write } from '../../support/browser/messaging.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Pending messages are sent without an open page where the browser supports it, and by the next page everywhere. */

let device: Device;
let page: Page;
let browser: CDPSession;
let registrationId: string;
/** All requests to our API since the browser started, of pages and of the service worker. */
let calls: Request[];

const product = await provideProduct();

beforeEach(async () => {
  device = await openDevice();
  page = device.page;
  calls = [];
  device.context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request);
  });
  await signIn(page, product.url, 'engineer@demo.vfp');
  browser = await device.context.newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  registrationId = await known;
});
afterEach(async () => {
  await device?.close();
});

/** Writes offline, closes the app, and restores the network. @returns the room */
async function writeAndGo(...texts: string[]): Promise<string> {
  const room = await openExpertRoom(page, product.url);
  await device.context.setOffline(true);
  for (const text of texts) await write(page, text);
  await page.goto('about:blank');
  await device.context.setOffline(false);
  return room;
}

/**
 * Triggers the service worker's sync event as the browser does when the network is back; no page of the app is open.
 */
async function wake(): Promise<void> {
  const event = { origin: product.url, registrationId, tag: 'outbox', lastChance: false };
  await browser.send('ServiceWorker.dispatchSyncEvent', event);
}

const isSent = (text: string) =>
  until(`"${text}" is at the server`, async () => (await countOf(product.db, text)) === 1);

/** The closed page may hold its lock for a moment; browsers repeat the event then, and so does this test. */
const isSentBySomeWakening = (text: string) =>
  until(`"${text}" is at the server`, async () => {
    if ((await countOf(product.db, text)) === 1) return true;
    await wake();
    return false;
  });

const pushingAfterSomeWakening = () =>
  until('its push is under way', async () => {
    if ((await pushesUnderWay(product.db)) === 1) return true;
    await wake();
    return false;
  });

/** Opens the next page, which confirms what was sent without it, and sends nothing again. */
async function openAndSettle(): Promise<void> {
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await until('nothing waits', async () => (await queued(page)) === 0);
}

test('47 with no page open, what waits is sent when the network is back', async () => {
  await writeAndGo('one, no page', 'two, no page');
  await isSentBySomeWakening('one, no page');
  await isSentBySomeWakening('two, no page');
  await openAndSettle();
  expect(await countOf(product.db, 'two, no page')).toBe(1);
  expect(device.problems).toEqual([]);
});

test('48 a page that opens while the service worker sends waits for its turn', async () => {
  const room = await writeAndGo('one of us sends it');
  const release = await holdRoom(product.db, room);
  onTestFinished(release);
  await pushingAfterSomeWakening();
  const before = calls.length;
  await openExpertRoom(page, product.url);
  await until('the page waits for the lock', () =>
    page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.some(({ name }) => name?.startsWith('drain:'));
    }),
  );
  expect((await leaderOf(page))?.holder).toBe('service-worker');
  const ofPages = calls.slice(before).filter((call) => call.serviceWorker() === null);
  expect(ofPages.map((call) => new URL(call.url()).pathname)).not.toContain('/api/v1/sync/push');
  await release();
  await isSent('one of us sends it');
  await until('the page leads', async () => (await leaderOf(page))?.holder !== 'service-worker');
  await write(page, 'now the page sends');
  await isSent('now the page sends');
  await until('nothing waits', async () => (await queued(page)) === 0);
  expect(await countOf(product.db, 'one of us sends it')).toBe(1);
});

test('49 the service worker is killed in the middle of a batch: the next one sends it, once', async () => {
  const texts = ['one of a batch', 'two of a batch', 'three of a batch'];
  const room = await writeAndGo(...texts);
  const release = await holdRoom(product.db, room);
  onTestFinished(release);
  await pushingAfterSomeWakening();
  await browser.send('ServiceWorker.stopAllWorkers');
  await release();
  for (const text of texts) await isSentBySomeWakening(text);
  await openAndSettle();
  for (const text of texts) expect(await countOf(product.db, text), text).toBe(1);
});

test('50 in a browser without background sync, pending messages are sent by the next page', async () => {
  await device.context.addInitScript(() => {
    // An empty page does not have it.
    if ('ServiceWorkerRegistration' in globalThis) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
  });
  await writeAndGo('sent by the next page');
  await page.goto(`${product.url}/one-stop-order/history`);
  await isSent('sent by the next page');
  await until('nothing waits', async () => (await queued(page)) === 0);
  expect(device.problems).toEqual([]);
});

test('every request carries the fingerprint of the device: of the page, of its uploads, and of the service worker', async () => {
  // The app makes no call before it is shown: the first call of a new browser would wait for it.
  await openExpertRoom(page, product.url);
  await page.locator('input[type=file]').setInputFiles(photo);
  await write(page, 'with a photo, from the page');
  await isSent('with a photo, from the page');
  await device.context.setOffline(true);
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...photo, buffer: Buffer.concat([photo.buffer, Buffer.of(0)]) });
  await write(page, 'with a photo, from nowhere');
  await page.goto('about:blank');
  await device.context.setOffline(false);
  await isSentBySomeWakening('with a photo, from nowhere');

  const made = calls.map((call) => {
    const by = call.serviceWorker() === null ? 'page' : 'service worker';
    return { by, what: `${call.method()} ${new URL(call.url()).pathname}`, device: call.headers()['x-device-id'] };
  });
  const carried = new Set(made.map(({ device: id }) => id));
  expect([...carried]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  for (const by of ['page', 'service worker']) {
    const whats = made.filter((call) => call.by === by).map(({ what }) => what);
    for (const what of ['GET /api/v1/users/me', 'POST /api/v1/uploads', 'PATCH /api/v1/uploads/']) {
      expect(whats.join('\n'), by).toContain(what);
    }
  }
});
