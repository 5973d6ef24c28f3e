import type { Page } from 'playwright-core';

/** The pictures: whose screen it is, and how to get to where it is worth taking. */
export interface Shot {
  name: string;
  who: 'nobody' | 'engineer' | 'expert';
  open: (page: Page, url: string) => Promise<void>;
  /** Taken with the network cut, after all others. */
  offline?: true;
}

const firstMessage = 'The box is packed. Cells 3, 7 and 14 are at 30 % SOC.';

export const shots: Shot[] = [
  { name: 'login', who: 'nobody', open: openLogin },
  { name: 'general', who: 'engineer', open: openAnswer },
  { name: 'expert', who: 'engineer', open: (page, url) => openRoom(page, `${url}/chat/chat-with-expert`) },
  { name: 'messenger', who: 'engineer', open: (page, url) => openRoom(page, `${url}/one-stop-order/messenger`) },
  { name: 'prototyping', who: 'engineer', open: (page, url) => openWizard(page, url, 'cell') },
  { name: 'review', who: 'engineer', open: (page, url) => openWizard(page, url, 'review') },
  { name: 'history', who: 'engineer', open: openHistory },
  { name: 'order', who: 'engineer', open: openOrder },
  { name: 'inbox', who: 'expert', open: (page, url) => openRoom(page, `${url}/admin/expert-chat-messages`) },
  { name: 'waiting', who: 'engineer', open: openWaiting, offline: true },
];

async function openLogin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
}

async function openAnswer(page: Page, url: string): Promise<void> {
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

async function openWizard(page: Page, url: string, step: string): Promise<void> {
  await page.goto(`${url}/one-stop-order/Prototyping`);
  await page.getByRole('link', { name: /Silicon anode/ }).click();
  await page.waitForURL(/step=/);
  await page.goto(`${page.url().replace(/\?.*/, '')}?step=${step}`);
  await page.getByText('Estimate').filter({ visible: true }).first().waitFor();
}

async function openHistory(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/one-stop-order/history`);
  await page.getByText('Separator comparison').first().waitFor();
}

async function openOrder(page: Page, url: string): Promise<void> {
  await openHistory(page, url);
  await page.getByText('Thicker cathode').first().click();
  await page.getByRole('dialog').waitFor();
}

/** What was done with no network waits; done once a browser. */
async function openWaiting(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/chat/chat-with-expert`);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  await write(page, 'Message', firstMessage);
  await page.goto(`${url}/chat/general?c=new`);
  await write(page, 'Your question', 'Which temperature should cells be stored at?');
  await openWizard(page, url, 'cell');
  await page.getByLabel('Number of cells').fill('32');
  await page.getByLabel('Number of cells').blur();
  await page.getByText('4 waiting').waitFor();
  await page.goto(`${url}/waiting`);
  await page.getByText('Order changes').waitFor();
  await page.getByText('No connection. What you write is kept').waitFor();
}

async function write(page: Page, box: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: box, exact: true }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(text).waitFor();
}
