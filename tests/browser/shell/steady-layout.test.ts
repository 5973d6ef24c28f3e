import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { desktop, phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { engineerPlaces, expertPlaces, goTo, publicPlaces, type Place } from './places.ts';

/**
 * Nothing moves while a page opens: the sum of its layout shifts stays far below what Web Vitals call good, on a phone
 * and a desktop, from the service worker and over a slow network without one.
 */

const most = 0.02;

let debug: CDPSession;

const product = await provideProduct();
const device = await product.device();
beforeAll(async () => {
  await device.context.addInitScript(watchShifts);
  debug = await device.context.newCDPSession(device.page);
});

beforeEach(() => beSlow(false));

test('before signing in', async () => {
  expect(await movingIn(publicPlaces)).toEqual([]);
});

test('before signing in, on a slow phone and network, with nothing cached', async () => {
  await beSlow(true);
  expect(await movingIn(publicPlaces, [phone])).toEqual([]);
});

test('for an engineer', async () => {
  await signIn(device.page, product.url, 'engineer@demo.vfp');
  expect(await movingIn(engineerPlaces)).toEqual([]);
});

test('for an engineer on a slow phone and network, with nothing cached', async () => {
  await beSlow(true);
  // One place per page: the others load the same code.
  const pages = new Map(engineerPlaces.map((place) => [place.route, place]));
  expect(await movingIn([...pages.values()], [phone])).toEqual([]);
});

test('for an expert', async () => {
  await device.page.goto(`${product.url}/logout`);
  await device.page.waitForURL(/login/);
  await signIn(device.page, product.url, 'expert@demo.vfp');
  expect(await movingIn(expertPlaces)).toEqual([]);
});

/** Returns the places with layout shifts, and the elements. */
async function movingIn(places: Place[], viewports = [phone, desktop]): Promise<string[]> {
  const moving: string[] = [];
  for (const viewport of viewports) {
    await device.page.setViewportSize(viewport);
    for (const place of places) {
      await goTo(device.page, product.url, place);
      const shifts = await shiftsAtRest(device.page);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      if (sum >= most)
        moving.push(
          `${place.name}, ${viewport.width} px: ${sum.toFixed(3)} by ${shifts.map(({ by }) => by).join('; ')}`,
        );
    }
  }
  return moving;
}

/** Bypasses the service worker and every cache, at the speed of a phone with one bar. */
async function beSlow(slow: boolean): Promise<void> {
  await debug.send('Network.enable');
  await debug.send('Network.setBypassServiceWorker', { bypass: slow });
  await debug.send('Network.setCacheDisabled', { cacheDisabled: slow });
  const bytesPerSecond = slow ? 200_000 : -1;
  await debug.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow ? 150 : 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slow ? 4 : 1 });
}

interface Shift {
  value: number;
  by: string;
}

declare global {
  interface Window {
    shifts: { all: Shift[]; framesAtRest: number };
  }
}

/** Runs in the page before all other scripts. */
function watchShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const found: Window['shifts'] = { all: [], framesAtRest: 0 };
  window.shifts = found;
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources, startTime } of list.getEntries() as LayoutShift[]) {
      const by = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return `${element?.tagName} ${element?.className} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
      });
      found.all.push({ value, by: `${by.join(', ')} after ${Math.round(startTime)} ms` });
      found.framesAtRest = 0;
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  const count = (): void => {
    found.framesAtRest += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

/** Returns the layout shifts once there were none for forty frames. */
async function shiftsAtRest(page: Page): Promise<Shift[]> {
  await page.waitForFunction(() => window.shifts.framesAtRest > 40);
  return await page.evaluate(() => window.shifts.all);
}
