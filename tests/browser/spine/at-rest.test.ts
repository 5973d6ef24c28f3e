import { setTimeout as pass } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';
import { engineerPlaces, expertPlaces, goTo, managerPlaces, publicPlaces, type Place } from '../shell/places.ts';

/**
 * An idle screen makes no calls except the safety pull of one of its tabs. A loop that is triggered by its own replies,
 * or a polling timer, shows up as calls.
 */

const product = await provideProduct();

/** Calls of idle screens, and their reason. */
const atRest: Readonly<Record<string, string>> = {
  '/api/v1/sync/pull': 'the safety pull: once a minute, by one of all tabs',
  '/version.json': 'the version check, specified as every ten seconds, by a worker of each tab',
};

/** Number of a user's tabs watched together. */
const tabs = 6;
/** Time of watching, in ms. It is the measurement, not a wait for something. */
const watchedMs = 5000;
/** A page is idle when it has made no call for this long, in ms. */
const restMs = 1000;

test.each([
  ['a guest', undefined, publicPlaces],
  ['an engineer', 'engineer@demo.vfp', engineerPlaces],
  ['an administrator of a company', 'manager@demo.vfp', managerPlaces],
  ['an expert', 'expert@demo.vfp', expertPlaces],
] as const)('for %s every screen at rest makes no calls but the safety pull', async (_who, email, places) => {
  const device = await openDevice();
  try {
    if (email !== undefined) await signIn(device.page, product.url, email);
    expect(await callsAtRest(device, places)).toEqual([]);
  } finally {
    await device.close();
  }
});

test('a loop that is fed by its own answers would be found', async () => {
  const device = await openDevice();
  try {
    await device.page.addInitScript(() => {
      const ask = (): unknown => fetch('/healthz').then(ask, ask);
      addEventListener('load', () => void ask());
    });
    const [place] = publicPlaces;
    const found = goTo(device.page, product.url, place as Place).then(() => watch([device.page]));
    expect((await found)[0]?.length).toBeGreaterThan(3);
  } finally {
    await device.close();
  }
});

test('a conversation that goes on is sent to both pages: no message makes them ask for anything', async () => {
  const [engineer, expert] = [await openDevice(), await openDevice()];
  try {
    await signIn(engineer.page, product.url, 'engineer@demo.vfp');
    const room = await openExpertRoom(engineer.page, product.url);
    await signIn(expert.page, product.url, 'expert@demo.vfp');
    await expert.page.goto(`${product.url}/chat/chat-with-expert?room=${room}`);
    const pages = [engineer.page, expert.page];
    for (const page of pages) await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await write(engineer.page, 'I am here.');
    await write(expert.page, 'So am I.');
    await showing(engineer.page, 'So am I.');
    await Promise.all([engineer, expert].map((device) => resting(device)()));
    const pulls: string[] = [];
    for (const { context } of [engineer, expert])
      context.on('request', (request) => isPull(new URL(request.url()).pathname) && pulls.push(request.url()));
    for (let i = 0; i < 12; i++) {
      const text = `number ${i}`;
      await write(pages[i % 2] as Page, text);
      for (const page of pages) await showing(page, text);
    }
    // Each device looks once a minute anyway, and may once miss a page on a busy machine.
    expect(pulls.length).toBeLessThan(6);
  } finally {
    await engineer.close();
    await expert.close();
  }
});

const showing = (page: Page, text: string): Promise<void> =>
  page.getByRole('log').getByText(text, { exact: true }).first().waitFor();

/** Returns the calls of these idle places as `place: path`, without those in the table. */
async function callsAtRest(device: Device, places: readonly Place[]): Promise<string[]> {
  const pages = [device.page];
  while (pages.length < Math.min(tabs, places.length)) pages.push(await device.context.newPage());
  const found: string[] = [];
  for (let first = 0; first < places.length; first += pages.length) {
    const shown = places.slice(first, first + pages.length);
    const used = pages.slice(0, shown.length);
    const rest = resting(device);
    await Promise.all(shown.map((place, i) => goTo(used[i] as Page, product.url, place)));
    await rest();
    const names = shown.map(({ name }) => name);
    // A call that is late on a busy machine happens once; a loop or timer calls again in a second watch.
    if (beside(names, await watch(used)).length > 0) found.push(...beside(names, await watch(used, 3 * watchedMs)));
  }
  return found;
}

const isPull = (path: string): boolean => path === '/api/v1/sync/pull';

/** Returns these calls as `place: path`, without those in the table; pulls are included if there are too many. */
function beside(names: readonly string[], calls: readonly string[][]): string[] {
  const isTooOften = calls.flat().filter(isPull).length >= 3;
  const isKnown = (path: string): boolean => Object.hasOwn(atRest, path) && !(isTooOften && isPull(path));
  return calls.flatMap((paths, i) => paths.filter((path) => !isKnown(path)).map((path) => `${names[i]}: ${path}`));
}

/** Waits until no call has been made for a while and none is in progress. */
function resting({ context }: Device): () => Promise<unknown> {
  const underWay = new Set<Request>();
  let last = performance.now();
  const end = (request: Request): void => void underWay.delete(request);
  context.on('request', (request) => {
    last = performance.now();
    underWay.add(request);
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  return () => until('the screens rest', () => underWay.size === 0 && performance.now() - last > restMs);
}

/** Returns the paths that each of these pages calls during the next `forMs` milliseconds. */
async function watch(pages: readonly Page[], forMs = watchedMs): Promise<string[][]> {
  const calls = pages.map((page) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return paths;
  });
  await pass(forMs);
  return calls.map((paths) => [...paths]);
}
