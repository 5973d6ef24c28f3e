import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf, type Device } from '../../support/browser/browser.ts';
import { pdfOf, types } from '../../support/files/office-files.ts';
import { orderInTest } from '../../support/orders/demo-order.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** From cells with serials to a report that the customer reads offline and asks about. */

const product = await provideProduct();
const lab = await product.device('expert@demo.vfp');
const customer = await product.device('engineer@demo.vfp');

test('a report is uploaded, unseen until it is published, read offline by its customer, and asked about', async () => {
  const { id, number } = await orderInTest(product.url);
  const { page } = lab;
  await page.goto(`${product.url}/admin/po_orders/${id}`);
  await page.getByRole('button', { name: 'Results are published' }).waitFor();
  expect(await page.getByRole('button', { name: 'Results are published' }).isDisabled()).toBe(true);
  await page.getByText('Results can be published once each of these tests has a published report.').waitFor();

  await page.getByLabel('Cells', { exact: true }).fill('1-5');
  await page.getByLabel('New state').selectOption('in_test');
  await page.getByRole('button', { name: 'Set the state' }).click();
  await page.getByText('19 built, 5 in test').first().waitFor();
  await page.getByLabel('Cells', { exact: true }).fill('6, 99');
  await page.getByText('“99” is no cell of this order.').waitFor();

  const report = await pdfOf(['Capacity at C/3: 4.98 Ah']);
  await page.getByRole('link', { name: '1. Reference Parameter Test' }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'reference.pdf', mimeType: types.pdf, buffer: report };
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reference test of the pilot');
  await dialog.getByRole('textbox', { name: 'Cells' }).fill('1-5');
  expect(await problemsHere(page, 'adding a report')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a report' }).click();
  await page.getByText('Not published').waitFor();
  expect(await problemsHere(page, 'an order in test')).toEqual([]);

  const mine = customer.page;
  await mine.goto(`${product.url}/one-stop-order/history/${id}`);
  await mine.getByText('19 built, 5 in test').waitFor();
  expect(await mine.getByText('Reference test of the pilot').count()).toBe(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await mine.getByText('Reference test of the pilot').waitFor();
  await mine.getByText('All serials').click();
  await mine.getByText(`${number.slice(3)}-C24-`).waitFor();
  expect(await problemsHere(mine, 'a published report')).toEqual([]);
  await expect.poll(() => filesKept(customer)).toBe(1);

  await customer.context.setOffline(true);
  await mine.reload();
  const download = mine.waitForEvent('download');
  await mine.getByRole('button', { name: /reference\.pdf/ }).click();
  expect((await bytesOf(await download)).equals(report)).toBe(true);
  const labels = mine.waitForEvent('download');
  await mine.getByRole('button', { name: 'Labels 1 to 24 as PDF' }).click();
  expect((await labels).suggestedFilename()).toBe(`${number} 1-24.pdf`);
  await mine.getByRole('button', { name: 'Ask for more updates' }).click();
  const box = mine.getByRole('textbox', { name: 'Message' });
  const request = `I would like to have more updates on this result: ${number}: Reference test of the pilot.`;
  await expect.poll(() => box.inputValue()).toBe(request);
  await box.press('Enter');
  await mine.getByRole('log').getByText(request).waitFor();
  await customer.context.setOffline(false);

  await page.goto(`${product.url}/admin/expert-chat-messages`);
  await page.getByText(request).first().waitFor();
  await page.goto(`${product.url}/admin/po_orders/${id}`);
  await page.getByRole('button', { name: 'Results are published' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Results are published' }).click();
  await page.getByText('19 built, 5 tested').first().waitFor();
  expect([...lab.problems, ...customer.problems]).toEqual([]);
});

/** Returns how many files the device has kept, with its labels once they are there. */
const filesKept = ({ page }: Device): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    let kept = 0;
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => done(opening.result));
        opening.addEventListener('error', () => failed(new Error('not opened')));
      });
      if (db.objectStoreNames.contains('blobs') && db.objectStoreNames.contains('meta')) {
        const all = (store: string) =>
          new Promise<unknown[]>((done) => {
            const reading = db.transaction(store).objectStore(store).getAll();
            reading.addEventListener('success', () => done(reading.result));
          });
        const metas = (await all('meta')) as { key: string }[];
        const hasLabels = metas.some(({ key }) => key.startsWith('reply:labels of'));
        if (hasLabels) kept += (await all('blobs')).length;
      }
      db.close();
    }
    return kept;
  });
