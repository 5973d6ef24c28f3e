import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { phone } from '../../support/browser/browser.ts';
import { callsOf } from '../../support/servers/calls.ts';
import { pdfOf, types } from '../../support/files/office-files.ts';
import {
  announceParcel,
  countParcel,
  fillAddress,
  fillCells,
  startOrder,
  stepOf,
  takeStep,
} from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';

/**
 * One order from its draft on a phone without a network to its receipt. After the draft, no page is reloaded: each side
 * sees what the other one does.
 */

const product = await provideProduct();
const customer = await product.device('engineer@demo.vfp', { viewport: phone });
const lab = await product.device('expert@demo.vfp');

test('an order begun without a network is reviewed, paid, built, tested, shipped and received, seen live by both sides', async () => {
  const [mine, theirs] = [customer.page, lab.page];
  await theirs.goto(`${product.url}/admin/po_orders?status=submitted`);
  await theirs.getByText('No row fits').waitFor();

  await customer.context.setOffline(true);
  await draftOffline(mine);
  await mine.reload();
  await mine.getByRole('button', { name: 'Place when online' }).click();
  await mine.getByText('Will be placed when online').waitFor();
  await customer.context.setOffline(false);
  const number = /PO-\d{4}-\d{6}/.exec(await mine.getByText('is placed').innerText())?.[0] ?? '';
  await mine.getByRole('link', { name: 'Show the order' }).click();
  await sees(mine, 'Submitted');

  await theirs.getByRole('link', { name: number }).click();
  await takeStep(theirs, 'Start the review');
  await sees(mine, 'Reviewing');
  await approveWithFreeReport(theirs);
  const line = mine.getByRole('row', { name: /^Report/ });
  await line.getByText('The first report is on us.').waitFor();
  await mine.getByRole('button', { name: 'Accept the price' }).click();
  await mine.getByRole('group', { name: 'Accept the price' }).getByRole('button', { name: 'Accept the price' }).click();
  await sees(mine, 'Awaiting payment');
  await sees(theirs, 'Awaiting payment');
  await payInvoiceOf(number);
  await sees(mine, 'Processing');

  await takeStep(theirs, 'Wait for material');
  await announceParcel(mine, 'Anode foil, 20 m', 'JD 0146', async () => {
    await mine.getByRole('group', { name: 'Announce a parcel' }).getByText('Zellstraße 1, gate 3').waitFor();
  });
  await theirs.getByRole('button', { name: 'It has arrived' }).click();
  await countParcel(theirs, '1');
  await theirs.getByRole('button', { name: 'Refuse the parcel' }).click();
  await theirs.getByRole('dialog').getByLabel('Reason').fill('One foil is missing.');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Refuse the parcel' }).click();
  await mine.getByRole('article').filter({ hasText: 'Refused' }).getByText('One foil is missing.').waitFor();
  await announceParcel(mine, 'Anode foil, all of it', 'JD 0147');
  await theirs.getByRole('button', { name: 'It has arrived' }).click();
  await countParcel(theirs, '2');
  await theirs.getByRole('button', { name: 'Accept the parcel' }).click();
  await mine.getByText('Accepted', { exact: true }).waitFor();

  await takeStep(theirs, 'Accept the material');
  await sees(mine, 'Prototyping');
  await takeStep(theirs, 'Cells are built');
  await mine.getByText('24 built').waitFor();
  await publishReport(theirs);
  await mine.getByText('All three tests').waitFor();
  await takeStep(theirs, 'Results are published');
  await mine.getByText('results published').waitFor();

  await theirs.getByRole('button', { name: 'Ship', exact: true }).click();
  const ship = theirs.getByRole('dialog');
  await ship.getByLabel('Carrier', { exact: true }).selectOption('ups');
  await ship.getByLabel('Tracking number').fill('1Z 999');
  await ship.getByLabel('Why it is shipped all the same').fill('Packed by the carrier.');
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await mine.getByText('1Z 999').first().waitFor();
  await mine.getByRole('button', { name: 'Confirm receipt' }).click();
  await mine.getByRole('group', { name: 'Confirm receipt' }).getByRole('button', { name: 'Confirm receipt' }).click();
  await theirs.getByText('receipt confirmed').waitFor();
  await mine.getByText('receipt confirmed').waitFor();
  expect([...customer.problems, ...lab.problems]).toEqual([]);
});

/** Waits until an open page of an order shows this status. */
const sees = (page: Page, status: string) =>
  page.getByText(status, { exact: true }).locator('visible=true').first().waitFor();

/** Fills a new order of 24 cells with three tests, up to its review. */
async function draftOffline(page: Page): Promise<void> {
  await startOrder(page, product.url);
  await fillCells(page, 'We build cells to your design and test them');
  await stepOf(page, 'Tests').click();
  for (const add of ['Add an RPT', 'Add a pulse power test', 'Add a rate capability test']) {
    await page.getByRole('button', { name: add }).click();
  }
  await fillAddress(page);
}

async function approveWithFreeReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Change Report/ }).click();
  await sheet.getByLabel('New amount').fill('0');
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('The first report is on us.');
  await sheet.getByRole('button', { name: /^Approve for/ }).click();
}

/** The invoices have no screen of staff yet. */
async function payInvoiceOf(number: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select i.id from invoices i join orders o on o.id = i.order_id where o.data->>'number' = ${number}`.execute(
    product.db,
  );
  await (
    await callsOf(product.url, 'admin@demo.vfp')
  )(`/admin-api/invoices/${rows[0]?.id}/paid`, {});
}

async function publishReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a report' }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'tests.pdf', mimeType: types.pdf, buffer: await pdfOf(['Capacity at C/3: 4.98 Ah']) };
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('All three tests');
  await dialog.getByLabel('Test', { exact: true }).selectOption('');
  await dialog.getByRole('button', { name: 'Add a report' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
}
