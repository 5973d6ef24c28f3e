import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { desktop, openDevice, phone, type Device } from '../support/browser.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';
import { engineerPlaces, expertPlaces, goTo, publicPlaces, type Place } from './places.ts';

/** Every screen in light and dark, on a phone and a desktop: axe finds nothing, and nothing is wider than the window. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const smallest = { width: 320, height: 700 };

let product: Product;
let device: Device;

beforeAll(async () => {
  product = await startProduct();
  device = await openDevice();
});

afterAll(async () => {
  await device?.close();
  await product?.close();
});

test('before signing in', async () => {
  expect(await problemsOf(publicPlaces)).toEqual([]);
});

test('for an engineer', async () => {
  await signIn(device.page, product.url, 'engineer@demo.vfp');
  expect(await problemsOf(engineerPlaces)).toEqual([]);
});

test('for an engineer with the messages floating over a page', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByRole('button', { name: /Open messages/ }).click();
  const rooms = page.getByRole('dialog', { name: 'Messages' }).getByRole('button', { name: /Chat with an expert/ });
  await rooms.waitFor();
  expect(await problemsHere(page, 'floating rooms')).toEqual([]);
  await rooms.click();
  await page.getByRole('log').getByText('Dr. Ines Moreau').first().waitFor();
  expect(await problemsHere(page, 'a floating room')).toEqual([]);
});

test('for an engineer without a network, with something waiting', async () => {
  const { page } = device;
  product.network.cut();
  await device.context.setOffline(true);
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Which temperature should cells be stored at?');
  await page.keyboard.press('Enter');
  await page.getByText('from saved knowledge').waitFor();
  await page.getByText('No connection. What you write is kept and sent later.').waitFor();
  expect(await problemsHere(page, 'an answer from saved knowledge')).toEqual([]);
  const waiting: Place = { name: 'things waiting', route: '/waiting', address: '/waiting', shows: 'Which temperature' };
  expect(await problemsOf([waiting])).toEqual([]);
  await device.context.setOffline(false);
  product.network.restore();
});

test('for an expert', async () => {
  await device.page.goto(`${product.url}/logout`);
  await device.page.waitForURL(/login/);
  await signIn(device.page, product.url, 'expert@demo.vfp');
  expect(await problemsOf(expertPlaces)).toEqual([]);
});

async function problemsOf(places: Place[]): Promise<string[]> {
  const problems: string[] = [];
  for (const place of places) {
    await goTo(device.page, product.url, place);
    problems.push(...(await problemsHere(device.page, place.name)));
  }
  return problems;
}

/** What is wrong with the page as it stands, in both themes and at all widths. */
async function problemsHere(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  // Through the debugger's door: the page's own policy lets no other script in.
  await page.evaluate(axe);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(violations, tags);
      problems.push(...found.map((each) => `${name}, ${viewport.width} px, ${colorScheme}: ${each}`));
    }
    problems.push(...(await tooWide(page, name)));
  }
  await page.setViewportSize(smallest);
  problems.push(...(await tooWide(page, name)));
  await page.setViewportSize(desktop);
  return problems;
}

interface AxeResult {
  passes: unknown[];
  violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[];
}

declare global {
  interface Window {
    axe: { run(on: Document, options: object): Promise<AxeResult> };
  }
}

/** Runs in the page. */
async function violations(tagsToRun: string[]): Promise<string[]> {
  const { passes, violations: found } = await window.axe.run(document, { runOnly: tagsToRun });
  if (passes.length < 5) return ['axe did not look'];
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, any }) => `${id}: ${html.slice(0, 160)} (${any[0]?.message ?? ''})`),
  );
}

/** The page and its main part scroll up and down only. */
async function tooWide(page: Page, name: string): Promise<string[]> {
  const parts = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, [role="log"], [role="dialog"]')].map((part) => ({
      part: part.tagName.toLowerCase(),
      content: part.scrollWidth,
      room: part.clientWidth,
    })),
  );
  return parts
    .filter(({ content, room }) => content > room)
    .map(({ part, content, room }) => `${name}: ${part} needs ${content} px and has ${room} px`);
}
