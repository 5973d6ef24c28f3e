import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { consentGiven } from '../tests/support/browser.ts';
import { demoAccounts } from './order/demo.ts';
import { valueAt } from './order/caller.ts';
import { createOrders, type ShownOrder } from './order-screenshots/content.ts';
import { orderShots, textsIn, type Opened, type OrderShot } from './order-screenshots/shots.ts';
import { devices, signInAs, startShownBrowser, steadyScreenshot } from './screenshot-browser.ts';
import { startShownServer } from './screenshot-server.ts';

/**
 * `npm run screenshots:orders -- [FOLDER] [NAME…]`: the screens of orders in every status, of customers and staff, on
 * both devices and in both themes and languages, with their printed pages and the PDFs of an order. They are for
 * looking at, so they go to a folder outside the repository. Names are those of shots.ts, or `pdf`; without any, all.
 */

const [folder = join(tmpdir(), 'vfp-order-screenshots'), ...wanted] = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const tall = { desktop: { width: 1440, height: 3400 }, phone: { width: 390, height: 5200 } };

/** Each sort of picture: which device, which language, which themes. */
const sorts = [
  { device: 'desktop', language: 'en', themes: ['light', 'dark'] },
  { device: 'phone', language: 'en', themes: ['light', 'dark'] },
  { device: 'desktop', language: 'ko', themes: ['dark'] },
  { device: 'phone', language: 'ko', themes: ['light'] },
] as const;
type Sort = (typeof sorts)[number];

const dataDir = mkdtempSync(join(tmpdir(), 'vfp-order-screenshots-data-'));
const server = await startShownServer(dataDir);
const browser = await startShownBrowser(dataDir);
try {
  const orders = await createOrders(server.url);
  for (const sort of sorts) {
    for (const who of ['engineer', 'expert'] as const) await takeAll(sort, who, orders);
  }
  if (isWanted('pdf')) await downloadPdfs(orders);
} finally {
  await browser.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll(sort: Sort, who: OrderShot['who'], orders: ReadonlyMap<string, ShownOrder>): Promise<void> {
  const shots = orderShots.filter((shot) => shot.who === who && isWanted(shot.name));
  if (shots.length === 0) return;
  const context = await browser.newContext({ ...devices[sort.device], reducedMotion: 'reduce' });
  await context.addCookies(consentGiven());
  try {
    const page = await signedInPage(context, sort, who);
    const t = textsIn(sort.language);
    for (const shot of shots) {
      await takeOne({ page, url: server.url, orders, t }, shot, sort).catch((error: unknown) => {
        console.error(`${shot.name} on a ${sort.device} in ${sort.language}: ${String(error).slice(0, 400)}`);
        process.exitCode = 1;
      });
    }
  } finally {
    await context.close();
  }
}

async function signedInPage(context: BrowserContext, { language }: Sort, who: string): Promise<Page> {
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  await signInAs(page, server.url, who);
  await page.goto(`${server.url}/waiting?lng=${language}`);
  return page;
}

async function takeOne(at: Opened, { name, path, open, isTall, isPrinted }: OrderShot, sort: Sort): Promise<void> {
  const { page, orders } = at;
  const { device, language, themes } = sort;
  await page.setViewportSize(isTall === true ? tall[device] : devices[device].viewport);
  await page.goto(`${server.url}${path((order) => orders.get(order)?.id ?? '')}`);
  await page.locator('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  if (page.url().includes('/history/')) await page.getByRole('dialog').waitFor();
  await open?.(at);
  for (const theme of themes) {
    const into = join(folder, `${language}-${device}-${theme}`);
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, `${name}.png`), await steadyScreenshot(page, theme));
  }
  if (isPrinted === true && device === 'desktop') {
    await wait(200);
    savePdf(
      `${name}-${language}`,
      await page.pdf({ format: 'A4', margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' } }),
    );
  }
  console.log(`${language} ${device} ${name}`);
}

/** The documents that the server writes. */
async function downloadPdfs(orders: ReadonlyMap<string, ShownOrder>): Promise<void> {
  const [email, password] = demoAccounts.customer.split(':');
  const headers = { 'x-device-id': 'c'.repeat(64), 'content-type': 'application/json' };
  const login = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const authorization = `Bearer ${String(valueAt(await login.json(), 'accessToken'))}`;
  for (const [name, path] of Object.entries({
    quote: 'quote/pdf',
    invoice: 'invoice/pdf',
    labels: 'labels/pdf?first=1',
  })) {
    const url = `${server.url}/api/v1/po_system/orders/${orders.get('testing')?.id}/${path}`;
    const reply = await fetch(url, { headers: { authorization } });
    savePdf(name, Buffer.from(await reply.arrayBuffer()));
  }
}

/** Saves a PDF, and its pages as pictures where the machine can draw them. */
function savePdf(name: string, bytes: Buffer): void {
  const into = join(folder, 'print');
  mkdirSync(into, { recursive: true });
  const file = join(into, `${name}.pdf`);
  writeFileSync(file, bytes);
  try {
    execFileSync('pdftoppm', ['-r', '60', '-png', file, join(into, name)]);
  } catch {
    console.error('Without pdftoppm (package poppler-utils) the pages of PDFs are not drawn.');
  }
}
