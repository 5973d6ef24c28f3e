import type { Page } from 'playwright-core';
import { accountShots } from './screenshot-account.ts';
import type { ShownServer } from './screenshot-server.ts';
import { changeQuantity } from './screenshot-content.ts';
import type { Shot } from './screenshot-shot.ts';

const firstMessage = 'The box is packed. Cells 3, 7 and 14 are at 30 % SOC.';
const secondMessage = 'It leaves on Monday with the courier of the institute.';

export const shots: Shot[] = [
  { name: 'login', who: 'guest', open: openLogin },
  { name: 'sign-up', who: 'guest', open: (page, { url }) => openForm(page, `${url}/user-on-boarding?type=new`) },
  {
    name: 'instant',
    who: 'guest',
    open: (page, { url }) => openForm(page, `${url}/user-on-boarding?type=instant_access`),
  },
  { name: 'verify', who: 'guest', open: (page, { url }) => openForm(page, `${url}/v2-verify-account`) },
  { name: 'change-password', who: 'guest', open: (page, { url }) => openForm(page, `${url}/change-password`) },
  { name: 'admin-login', who: 'guest', open: (page, { url }) => openForm(page, `${url}/admin/login`) },
  { name: 'forgot', who: 'guest', open: (page, { url }) => openForm(page, `${url}/forgot-password`) },
  { name: 'plans', who: 'guest', open: openPlans },
  { name: 'about', who: 'guest', open: (page, server) => openPublic(page, server, '/about_us') },
  { name: 'contact', who: 'guest', open: (page, server) => openPublic(page, server, '/contact_us') },
  { name: 'privacy', who: 'guest', open: (page, server) => openPublic(page, server, '/privacy-policy#cookies') },
  { name: 'white-paper', who: 'guest', open: (page, server) => openPublic(page, server, '/white-paper') },
  {
    name: 'no-expert-mails',
    who: 'guest',
    open: (page, server) => openPublic(page, server, '/deactivate-expert-notification?token=x.y'),
  },
  { name: 'not-found', who: 'guest', open: (page, server) => openPublic(page, server, '/nowhere') },
  { name: 'consent', who: 'guest', open: openConsent, alone: true, notAsked: true },
  { name: 'general', who: 'engineer', open: openAnswer },
  { name: 'expert', who: 'engineer', open: (page, { url }) => openRoom(page, `${url}/chat/chat-with-expert`) },
  { name: 'messenger', who: 'engineer', open: (page, { url }) => openRoom(page, `${url}/one-stop-order/messenger`) },
  { name: 'prototyping', who: 'engineer', open: (page, { url }) => openWizard(page, url, 'Cell') },
  {
    name: 'review',
    who: 'engineer',
    open: (page, { url }) => openWizard(page, url, 'Cell', 'Tests', 'Files', 'Review'),
  },
  { name: 'history', who: 'engineer', open: openHistory },
  { name: 'order', who: 'engineer', open: openOrder },
  { name: 'inbox', who: 'expert', open: (page, { url }) => openRoom(page, `${url}/admin/expert-chat-messages`) },
  ...accountShots,
  { name: 'waiting', who: 'engineer', open: openWaiting, alone: true },
  { name: 'refused', who: 'engineer', open: openRefused, alone: true },
  { name: 'leaving', who: 'engineer', open: openLeaving, alone: true },
  { name: 'storage', who: 'engineer', open: openStorageNote, alone: true },
  { name: 'update', who: 'engineer', open: openUpdate, alone: true },
  { name: 'too-old', who: 'engineer', open: openTooOld, alone: true, tooOld: true },
];

const storageNote = 'vfp.storage-note';

/** The note about storage that may be evicted appears only in headless browsers, so only one screenshot shows it. */
export async function dismissStorageNote(page: Page): Promise<void> {
  await page.evaluate((key) => localStorage.setItem(key, 'dismissed'), storageNote);
}

async function openLogin(page: Page, { url }: ShownServer): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
}

async function openForm(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('E-mail').waitFor();
}

async function openPlans(page: Page, { url }: ShownServer): Promise<void> {
  await page.goto(`${url}/pricing`);
  await page.getByRole('heading', { name: 'Navigator Premium' }).waitFor();
}

async function openPublic(page: Page, { url }: ShownServer, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.locator('h1').waitFor();
  const { hash } = new URL(page.url());
  if (hash !== '') await page.locator(hash).scrollIntoViewIfNeeded();
}

async function openConsent(page: Page, server: ShownServer): Promise<void> {
  await openPublic(page, server, '/about_us');
  await page.getByRole('button', { name: 'Manage preferences' }).click();
  await page.getByRole('button', { name: 'Save preferences' }).waitFor();
}

async function openAnswer(page: Page, { url }: ShownServer): Promise<void> {
  await page.goto(`${url}/chat/general`);
  await page
    .getByRole('button', { name: /^Source 1/ })
    .last()
    .waitFor();
}

async function openRoom(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  await page.getByRole('log').locator('[data-message]').last().waitFor();
}

/** Goes through the steps of a draft, so that each shows its state. */
async function openWizard(page: Page, url: string, ...steps: string[]): Promise<void> {
  await page.goto(`${url}/one-stop-order/Prototyping`);
  await page.getByRole('link', { name: /Silicon anode/ }).click();
  await page.waitForURL(/step=/);
  const list = page.getByRole('navigation', { name: 'Order steps' });
  for (const name of steps) await list.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await page.getByText('Estimate').filter({ visible: true }).first().waitFor();
}

async function openHistory(page: Page, { url }: ShownServer): Promise<void> {
  await page.goto(`${url}/one-stop-order/history`);
  await page.getByText('Separator comparison').first().waitFor();
}

async function openOrder(page: Page, server: ShownServer): Promise<void> {
  await openHistory(page, server);
  await page.getByText('Thicker cathode').first().click();
  await page.getByRole('dialog').waitFor();
}

/** Offline changes: a message, a question, and a change of an order. */
async function openWaiting(page: Page, { url }: ShownServer): Promise<void> {
  await page.context().setOffline(true);
  await openRoom(page, `${url}/chat/chat-with-expert`);
  await write(page, 'Message', firstMessage);
  await page.goto(`${url}/chat/general?c=new`);
  await write(page, 'Your question', 'Which temperature should cells be stored at?');
  await openWizard(page, url, 'Cell');
  await page.getByLabel('Number of cells').fill('32');
  await page.getByLabel('Number of cells').blur();
  await page.getByRole('link', { name: '3 waiting' }).waitFor();
  await openList(page, url);
}

/** An order placed offline that was meanwhile changed on another device, and a pending message. */
async function openRefused(page: Page, { url }: ShownServer): Promise<void> {
  const context = page.context();
  await openWizard(page, url, 'Cell', 'Tests', 'Files', 'Review');
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Place/ }).click();
  await page.getByRole('link', { name: '1 waiting' }).waitFor();
  await changeQuantity(url, orderId, 28);
  await context.setOffline(false);
  await page.getByRole('link', { name: '1 needs you' }).waitFor();
  // Restores the quantity, so that the next device starts with the same order.
  await changeQuantity(url, orderId, 24);
  await context.setOffline(true);
  await openRoom(page, `${url}/chat/chat-with-expert`);
  await write(page, 'Message', firstMessage);
  await openList(page, url);
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/waiting`);
  await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor();
  await page.getByText('No connection. What you write is kept').waitFor();
}

async function openLeaving(page: Page, { url }: ShownServer): Promise<void> {
  await page.context().setOffline(true);
  await openRoom(page, `${url}/chat/chat-with-expert`);
  await write(page, 'Message', firstMessage);
  await write(page, 'Message', secondMessage);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Logout' }).filter({ visible: true }).last().click();
  await page.getByRole('dialog', { name: '2 things have not been sent' }).waitFor();
}

/** The app asks the browser for persistent storage once a command is pending. The change made here is undone. */
async function openStorageNote(page: Page, { url }: ShownServer): Promise<void> {
  await page.evaluate((key) => localStorage.removeItem(key), storageNote);
  await openWizard(page, url, 'Cell');
  for (const cells of ['25', '24']) {
    await page.getByLabel('Number of cells').fill(cells);
    await page.getByLabel('Number of cells').blur();
  }
  await page.getByRole('button', { name: 'Got it' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

async function openUpdate(page: Page, server: ShownServer): Promise<void> {
  server.deploy();
  await openRoom(page, `${server.url}/one-stop-order/messenger`);
  await page.getByRole('button', { name: 'New version' }).waitFor();
}

async function openTooOld(page: Page, { url }: ShownServer): Promise<void> {
  const context = page.context();
  await openRoom(page, `${url}/chat/chat-with-expert`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="log"] img')].some((img) => img instanceof HTMLImageElement && img.complete),
  );
  await context.setOffline(true);
  await write(page, 'Message', firstMessage);
  await context.setOffline(false);
  await page.getByRole('dialog', { name: 'This version is too old' }).waitFor();
  await page.getByText('This version is too old to send it.').waitFor();
}

async function write(page: Page, box: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: box, exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(text).waitFor();
}
