import { beforeEach, expect, test } from 'vitest';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** The browser deletes what it has stored for the site while a page is open. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');
beforeEach(() => device.context.setOffline(false));

async function deleteStorage(storageTypes: string): Promise<void> {
  const session = await device.context.newCDPSession(device.page);
  await session.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes });
  await session.detach();
}

const box = () => device.page.getByRole('textbox', { name: 'Message' });

test('what was written offline stays on the page, is sent once, and the half-written text is still there', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await write(page, 'Confirmed before');
  await until('it is sent', async () => (await countOf(product.db, 'Confirmed before')) === 1);
  await context.setOffline(true);
  await write(page, 'Written offline');
  await page.locator('input[type=file]').setInputFiles(photo);
  await write(page, 'With a photo');
  await box().fill('Half a sentence');
  // A page that is hidden saves at once.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await deleteStorage('indexeddb');
  await page.getByText('This browser deleted what this site had stored').waitFor();
  for (const text of ['Confirmed before', 'Written offline', 'With a photo'])
    await page.getByRole('log').getByText(text).waitFor();
  expect(await box().inputValue()).toBe('Half a sentence');

  await context.setOffline(false);
  for (const text of ['Written offline', 'With a photo'])
    await until('it is sent', async () => (await countOf(product.db, text)) === 1);
  await page.reload();
  for (const text of ['Confirmed before', 'Written offline', 'With a photo'])
    await page.getByRole('log').getByText(text).waitFor();
  expect(await box().inputValue()).toBe('Half a sentence');
  expect(device.problems).toEqual([]);
});

test('online, the page goes on at once in the same conversation', async () => {
  const { page } = device;
  await openExpertRoom(page, product.url);
  const path = page.url();
  const snapshot = page.waitForResponse(/\/sync\/snapshot/);
  await deleteStorage('indexeddb');
  await snapshot;
  await page.getByRole('log').getByText('Confirmed before').waitFor();
  expect(page.url()).toBe(path);
  await write(page, 'Written afterwards');
  await until('it is sent', async () => (await countOf(product.db, 'Written afterwards')) === 1);
  expect(device.problems).toEqual([]);
});

test('where everything is deleted offline, the user stays signed in, and what was written is sent once', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  const path = page.url();
  await write(page, 'Sent before everything went');
  await until('it is sent', async () => (await countOf(product.db, 'Sent before everything went')) === 1);
  await context.setOffline(true);
  await write(page, 'Written before everything went');
  await deleteStorage('all');
  await context.clearCookies();
  await page.getByText('This browser deleted what this site had stored').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByRole('log').getByText('Written before everything went').waitFor();
  expect(page.url()).toBe(path);

  await context.setOffline(false);
  await until('it is sent', async () => (await countOf(product.db, 'Written before everything went')) === 1);
  await page.reload();
  await page.getByRole('log').getByText('Written before everything went').waitFor();
  expect(page.url()).toBe(path);
});

test('where everything is deleted online, also in a second tab, both go on', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  const path = page.url();
  const second = await context.newPage();
  await second.goto(path);
  await second.getByRole('log').getByText('Written before everything went').waitFor();
  await deleteStorage('all');
  await context.clearCookies();
  for (const [tab, text] of [
    [second, 'From the second tab'],
    [page, 'From the first tab'],
  ] as const) {
    await tab.bringToFront();
    await tab.getByRole('textbox', { name: 'Message' }).fill(text);
    await tab.keyboard.press('Enter');
    await until('it is sent', async () => (await countOf(product.db, text)) === 1);
    expect(tab.url()).toBe(path);
  }
  await second.close();
});

test('where the session has ended too, what was written is named on the sign-in page and sent after it', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  await write(page, 'Kept over a sign-out');
  await deleteStorage('indexeddb');
  // Another tab signs out at that moment.
  await page.evaluate(() => {
    for (const name of ['at', 'userData']) document.cookie = `${name}=; path=/; max-age=0`;
    localStorage.removeItem('vfp.session');
    localStorage.removeItem('vfp.userData');
    dispatchEvent(new Event('focus'));
  });
  await page.getByText('1 unsent').waitFor();
  await context.setOffline(false);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await until('it is sent', async () => (await countOf(product.db, 'Kept over a sign-out')) === 1);
  expect(await countOf(product.db, 'Kept over a sign-out')).toBe(1);
});
