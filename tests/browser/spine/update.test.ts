import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { buildOf, startDeployment, type Deployment } from '../../support/browser/builds.ts';
import { queued } from '../../support/devices/disk.ts';
import { countOf, holdRoom, openExpertRoom, pushesUnderWay, write } from '../../support/browser/messaging.ts';
import { signIn } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/**
 * A deployment while a user works: the new version is offered, and installed when the user agrees, keeping typed text.
 */

let deployment: Deployment;
let device: Device;

beforeAll(async () => {
  deployment = await startDeployment();
});
afterAll(async () => {
  await deployment?.close();
});
beforeEach(async () => {
  device = await openDevice({ viewport: { width: 1440, height: 500 } });
  await signIn(device.page, deployment.url, 'engineer@demo.vfp');
});
afterEach(async () => {
  await device?.close();
});

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const offer = (page: Page) => page.getByRole('button', { name: 'New version' });

const openRoom = (page: Page) => openExpertRoom(page, deployment.url);

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

/** Records the replies of other windows when asked whether they may reload. */
function keepAnswers(): void {
  const answers: unknown[] = [];
  const channel = new BroadcastChannel('vfp-pages');
  channel.addEventListener('message', ({ data }: MessageEvent<{ answer?: unknown }>) => {
    if ('answer' in data) answers.push(data.answer);
  });
  Object.assign(globalThis, { answers });
}

const keptAnswers = (): unknown[] => (globalThis as { answers?: unknown[] }).answers ?? [];

async function countWindows(): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith('vfp-page:')).length;
}

/** Deploys, and waits until the new version is offered on the first page. */
async function deploy(page: Page): Promise<string> {
  const before = await page.evaluate(buildOf);
  deployment.deployNext();
  await page.bringToFront();
  await offer(page).waitFor();
  return before;
}

const leaves = (page: Page, build: string) =>
  until('the page runs the next build', async () => (await page.evaluate(buildOf)) !== build);

test('06 typed text survives a new version: installed by a click, once in every window, at the same letter', async () => {
  const { page, context } = device;
  const other = await context.newPage();
  await openRoom(other);
  await box(other).fill('Half a sentence, not yet');
  await page.bringToFront();
  await page.goto(`${deployment.url}/one-stop-order/Prototyping/${demoId('draft')}?step=cell`);
  const cells = page.getByLabel('Number of cells');
  // The pictures come a moment after the fields, and may move them by a line.
  await page.getByRole('heading', { name: 'The roll in its can' }).waitFor();
  // Opened first: what is typed is checked a moment later, and may then move what is below it under the pointer.
  await page.getByRole('button', { name: /^Winding \d/ }).click();
  await cells.fill('3');
  const name = page.getByRole('textbox', { name: 'Winding shaft diameter' });
  // At the edge, the key that is typed below the offer would scroll it into view.
  await name.evaluate((input) => input.scrollIntoView({ block: 'center' }));
  await name.click();
  await name.fill('');
  await name.pressSequentially('5.25');
  await name.evaluate((input) => input instanceof HTMLInputElement && input.setSelectionRange(1, 1));
  const address = page.url();
  const loads = [countLoads(page), countLoads(other)];

  const before = await deploy(page);
  expect(loads.map((load) => load())).toEqual([0, 0]);
  const top = await page.locator('main').evaluate((main) => main.scrollTop);
  expect(top).toBeGreaterThan(0);
  // No waiting for the half second after which typed text is stored anyway.
  await name.evaluate((input) => input instanceof HTMLInputElement && input.setSelectionRange(4, 4));
  await offer(page).evaluate((button) => button instanceof HTMLElement && button.click());
  await page.keyboard.type('7');
  await leaves(page, before);
  await leaves(other, before);

  await name.waitFor();
  await expect.poll(() => name.inputValue()).toBe('5.257');
  expect(await cells.inputValue()).toBe('3');
  expect(page.url()).toBe(address);
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await name.evaluate((input) => input instanceof HTMLInputElement && input.selectionStart)).toBe(5);
  await expect.poll(() => page.locator('main').evaluate((main) => main.scrollTop)).toBe(top);
  await expect.poll(() => box(other).inputValue()).toBe('Half a sentence, not yet');
  expect(await offer(page).count()).toBe(0);
  expect(loads.map((load) => load())).toEqual([1, 1]);
  expect(device.problems).toEqual([]);
});

test('a new version in the middle of a drain: what waits goes over to it, and takes effect once', async () => {
  const { page, context } = device;
  const other = await context.newPage();
  await openRoom(other);
  await page.bringToFront();
  const room = await openRoom(page);
  const { db } = deployment.serving;
  const before = await deploy(page);
  const loads = [countLoads(page), countLoads(other)];
  // The server has the messages and cannot commit them yet, so their frame stays in flight.
  const release = await holdRoom(db, room);
  onTestFinished(release);
  const texts = ['one, under way', 'two, under way', 'three, under way'];
  for (const text of texts) await write(page, text);
  await until('a frame is under way', async () => (await pushesUnderWay(db)) > 0);
  const waiting = await queued(page);
  expect(waiting).toBeGreaterThanOrEqual(texts.length);
  await offer(page).click();
  await leaves(page, before);
  await leaves(other, before);
  expect(await queued(page)).toBe(waiting);
  await release();
  await until('nothing waits any more', async () => (await queued(page)) === 0);
  for (const text of texts) expect(await countOf(db, text), text).toBe(1);
  expect(loads.map((load) => load())).toEqual([1, 1]);
});

test('a new version is installed by itself when the user leaves the page, but not while another window is in use', async () => {
  const { page, context } = device;
  const other = await context.newPage();
  await openRoom(other);
  await page.bringToFront();
  await openRoom(page);
  await box(page).fill('kept on the way');
  const loads = countLoads(page);
  const before = await deploy(page);
  await page.evaluate(keepAnswers);
  await page.getByRole('link', { name: 'Order History' }).click();
  await page.getByText('PO-2026-000001').first().waitFor();
  const answers = await until('the other window has answered', async () => {
    const kept = await page.evaluate(keptAnswers);
    return kept.length > 0 && kept;
  });
  expect(answers).toEqual([false]);
  expect([loads(), await page.evaluate(buildOf)]).toEqual([0, before]);
  await other.close();
  // A closed window still counts until the browser has released its lock.
  await until('no other window is open', async () => (await page.evaluate(countWindows)) === 1);
  await page.getByRole('link', { name: 'Expert', exact: true }).click();
  await leaves(page, before);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await expect.poll(() => box(page).inputValue()).toBe('kept on the way');
  expect(loads()).toBe(1);
});

test('a screen of the old build that was not loaded yet still opens after the deploy', async () => {
  const { page } = device;
  const before = await page.evaluate(buildOf);
  deployment.deployNext();
  await page.getByRole('link', { name: 'Order History' }).click();
  await page.getByText('PO-2026-000001').first().waitFor();
  expect(await page.evaluate(buildOf)).toBe(before);
});

test('a page of staff that was used before a new version opens in it without a network', async () => {
  const staff = await openDevice();
  onTestFinished(() => staff.close());
  const { page, context } = staff;
  await signIn(page, deployment.url, 'expert@demo.vfp');
  await page.goto(`${deployment.url}/admin/po_orders`);
  await page.getByRole('link', { name: 'PO-2026-000001' }).waitFor();
  const before = await deploy(page);
  await context.setOffline(true);
  await offer(page).click();
  await leaves(page, before);
  await page.getByRole('link', { name: 'PO-2026-000001' }).waitFor();
  await expect.poll(() => page.getByText(/^As of /).count()).toBe(1);
});
