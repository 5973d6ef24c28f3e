import type { Page } from 'playwright-core';
import type { ShownServer } from './screenshot-server.ts';
import type { Shot } from './screenshot-shot.ts';

/** Screenshots of account settings: own files, the company, devices. */
export const accountShots: Shot[] = [
  { name: 'own-files', who: 'manager', open: openFiles },
  { name: 'company', who: 'manager', open: (page, server) => openTab(page, server, 'company', 'Company name') },
  { name: 'company-users', who: 'manager', open: openUsers },
  { name: 'subscription', who: 'manager', open: (page, server) => openTab(page, server, 'subscription', 'Plan') },
  { name: 'buying', who: 'manager', open: openBuying },
  { name: 'devices', who: 'manager', open: openDevices },
  { name: 'new-password', who: 'manager', open: openNewPassword },
];

async function openTab(page: Page, { url }: ShownServer, tab: string, shows: string): Promise<void> {
  await page.goto(`${url}/settings/upload?tab=${tab}`);
  await page.locator('main').getByText(shows, { exact: true }).first().waitFor();
}

/** Uploads minimal PDFs under realistic names. */
async function openFiles(page: Page, server: ShownServer): Promise<void> {
  await openTab(page, server, 'files', 'Upload files');
  await page
    .getByText('No files yet')
    .or(page.getByRole('list', { name: 'My files' }))
    .waitFor();
  if ((await page.getByRole('list', { name: 'My files' }).count()) > 0) return;
  const names = ['Cell 14, cross section.pdf', 'Data sheet INR21700-50E.pdf', 'Transport declaration 2026.pdf'];
  const files = names.map((name) => ({ name, mimeType: 'application/pdf', buffer: pdfSaying(name) }));
  await page.getByLabel('Upload files').setInputFiles(files);
  await page.getByText('Transport declaration').last().waitFor();
  await page.getByText('Uploading').waitFor({ state: 'detached' });
}

function pdfSaying(text: string): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
}

async function openUsers(page: Page, server: ShownServer): Promise<void> {
  await openTab(page, server, 'users', 'Invite a colleague');
  if ((await page.getByText('nia.fischer@helios.test').count()) === 0) {
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('nia.fischer@helios.test');
    await dialog.getByLabel('Display name').fill('Nia Fischer');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  }
  await page.locator('main').getByText('nia.fischer@helios.test').waitFor();
  await page
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
}

async function openMenu(page: Page, url: string, item: string): Promise<void> {
  await page.goto(`${url}/settings/upload`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: item }).click();
}

async function openDevices(page: Page, { url }: ShownServer): Promise<void> {
  for (const agent of phones) await signInWith(url, agent);
  await openMenu(page, url, 'My devices');
  await page.getByRole('dialog').getByText('This device').waitFor();
}

const phones = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
];

async function signInWith(url: string, agent: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email: 'manager@demo.vfp', password: 'Demo-2026!' }),
  });
  if (!response.ok) throw new Error(`the sign-in failed: ${response.status}`);
}

async function openNewPassword(page: Page, { url }: ShownServer): Promise<void> {
  await openMenu(page, url, 'Change password');
  await page.getByRole('dialog').getByLabel('Current password').waitFor();
}

/** Opens the choice of a plan, with the billing address next to it. */
async function openBuying(page: Page, { url }: ShownServer): Promise<void> {
  await page.goto(`${url}/pay?plan=premium`);
  await page.getByRole('combobox').first().waitFor();
}
