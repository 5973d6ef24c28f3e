import { expect, test } from 'vitest';
import { queued } from '../../support/devices/disk.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** A newer version in another window upgrades the database of an old one. */

const product = await provideProduct();
const device = await product.device();

test('51 an old window lets a newer one change the tables, and loses neither what waits nor what is typed', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await openExpertRoom(page, product.url);
  // The mark that the room has been read is sent before: its answer may arrive after the network is gone.
  await until('nothing waits', async () => (await queued(page)) === 0);
  const newer = await context.newPage();
  // Not a page of the app, which would have the database open too and close it as well.
  await newer.goto(`${product.url}/version.json`);
  await context.setOffline(true);
  await write(page, 'from before the upgrade');
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('half a sentence');
  const waiting = await queued(page);
  let loads = 0;
  page.on('load', () => loads++);

  // Does what the next version of the app does when it opens its database.
  const upgraded = await newer.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('vfp_u_'));
    const opening = indexedDB.open(found?.name ?? '', (found?.version ?? 0) + 10);
    return await new Promise<string>((resolve) => {
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('tableOfTheFuture'));
      opening.addEventListener('error', () => resolve('failed'));
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve('upgraded');
      });
    });
  });
  expect(upgraded).toBe('upgraded');
  await newer.close();
  await until('the old window has begun anew', async () => loads === 1);
  await until('the text is back', async () => (await box.inputValue()) === 'half a sentence');
  expect(await queued(page)).toBe(waiting);
  await context.setOffline(false);
  await until('it is sent', async () => (await countOf(product.db, 'from before the upgrade')) === 1);
  await until('nothing waits', async () => (await queued(page)) === 0);
  expect(loads).toBe(1);
});
