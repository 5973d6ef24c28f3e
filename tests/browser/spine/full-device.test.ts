import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, phone, type OwnBrowser } from '../../support/browser/browser.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/**
 * A device with too little storage: files are refused before text is, with the reason, and the notice says what may
 * happen.
 */

const product = await provideProduct();
let device: OwnBrowser;

beforeAll(async () => {
  device = await openBrowser({ viewport: phone });
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});
afterAll(() => device?.close());

test('when room runs out, a file is refused with the reason and text still goes', async () => {
  // A browser that has just started counts only some of what is stored, until the app has read it.
  const before = await device.context.newCDPSession(device.page);
  const { usage } = await before.send('Storage.getUsageAndQuota', { origin: product.url });
  // The browser grants storage for a while in advance: the rest is set before it opens the app.
  await device.context.close();
  device = await openBrowser({ viewport: phone, profile: device.profile });
  const { page, context } = device;
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: usage + 1.5 * 1024 * 1024 });
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  await page.locator('input[type=file]').setInputFiles(photo);
  const reason = page.getByRole('alert').filter({ hasText: 'There is no room left on this device for files.' });
  await reason.waitFor();
  expect(await page.getByRole('button', { name: `Remove ${photo.name}` }).count()).toBe(0);
  await write(page, 'text on a full device');
  expect(await reason.count()).toBe(0);

  await context.setOffline(false);
  await until('the text is sent', async () => (await countOf(product.db, 'text on a full device')) === 1);
});

test('unprotected storage is mentioned once, and protection can be requested on the waiting page', async () => {
  const { page } = device;
  const note = page.getByText('This browser may clear what is saved here when space runs out.');
  // The warning is known while the user writes, but shown at the next start, so that nothing is pushed down.
  expect(await note.count()).toBe(0);
  await page.reload();
  await note.waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Not protected').waitFor();
  await page.getByRole('button', { name: 'Ask for protection' }).click();
  await page.getByText('The browser does not promise that yet').waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  expect(await note.count()).toBe(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the log' }).click();
  expect((await saving).suggestedFilename()).toBe('vfp-sync-log.json');
});

test('when nothing fits any more, the text stays in the box, and nothing claims that it is kept', async () => {
  const { page } = device;
  await openExpertRoom(page, product.url);
  // Chromium takes no smaller quota while a page is open.
  const allowed = await page.evaluateHandle(() => {
    const { put, add } = IDBObjectStore.prototype;
    const full = new DOMException('Full', 'QuotaExceededError');
    const refuse = () => {
      throw full;
    };
    Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse });
    return { put, add };
  });
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('does not fit');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Your text is still here.').waitFor();
  await page.getByText('This device is full.').waitFor();
  expect(await page.getByText('What you write is kept').count()).toBe(0);
  expect(await box.inputValue()).toBe('does not fit');

  await allowed.evaluate((before) => void Object.assign(IDBObjectStore.prototype, before));
  await page.keyboard.press('Enter');
  await until('the text is sent', async () => (await countOf(product.db, 'does not fit')) === 1);
  await page.getByText('This device is full.').waitFor({ state: 'detached' });
});
