import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { demoAccounts } from './order/demo.ts';
import { valueAt } from './order/caller.ts';
import { createOrders, type ShownOrder } from './order-screenshots/content.ts';
import { orderShots } from './order-screenshots/shots.ts';
import { startShownBrowser } from './screenshot-browser.ts';
import { startShownServer } from './screenshot-server.ts';
import { takeScreens } from './screens.ts';

/**
 * `npm run screenshots:orders -- [FOLDER] [NAME…]`: the screens of orders in every status, of customers and staff, on
 * both devices and in both themes and languages, with their printed pages and the PDFs of an order. They are for
 * looking at, so they go to a folder outside the repository. Names are those of shots.ts, or `pdf`; without any, all.
 */

const [folder = join(tmpdir(), 'vfp-order-screenshots'), ...wanted] = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const dataDir = mkdtempSync(join(tmpdir(), 'vfp-order-screenshots-data-'));
const server = await startShownServer(dataDir);
const browser = await startShownBrowser(dataDir);
try {
  const orders = await createOrders(server.url);
  const screens = orderShots.filter(({ name }) => isWanted(name));
  const content = (order: string) => orders.get(order)?.id ?? '';
  await takeScreens({ browser, url: server.url, folder, screens, content, printed });
  if (isWanted('pdf')) await downloadPdfs(orders);
} finally {
  await browser.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function printed(page: Page, name: string): Promise<void> {
  await wait(200);
  savePdf(name, await page.pdf({ format: 'A4', margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' } }));
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
