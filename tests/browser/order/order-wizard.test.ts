import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startOrder, stepOf } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** An order in the wizard: the Back button, what prevents placing, and the states until then. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

const review = 'Review';
/** That of the demo's placed order. */
const laboratory = 'VFP Internal, pack laboratory, Musterstraße 14, 10115 Berlin, Germany';

test('Back returns to the previous step, unreadable text prevents placing, and an order waiting to be placed is read-only', async () => {
  const { page, context } = device;
  const quantity = page.getByLabel('Number of cells');
  await startOrder(page, product.url);
  await page.getByText('We coat, assemble and form cells').click();
  await stepOf(page, 'Cell').click();
  await page.getByLabel('Format', { exact: true }).selectOption('21700');
  await page.getByRole('button', { name: 'Winding 4 of 4 filled' }).click();
  expect(await page.getByRole('textbox', { name: 'Winding shaft diameter' }).inputValue()).toBe('3');
  await page.getByLabel('Chemistry', { exact: true }).selectOption({ index: 1 });
  await quantity.fill('24');
  await page.keyboard.press('Tab');
  await stepOf(page, review).click();
  await page.waitForURL('**?step=review');
  await page.getByText('Fill in where we ship the cells: name, street').first().waitFor();
  await page.getByRole('button', { name: 'Delivery address' }).click();
  const delivery = page.getByLabel('Delivery address', { exact: true });
  expect(await delivery.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('heading', { name: 'Ready to place' }).count()).toBe(0);
  // The address of an order that was placed before.
  await page.getByLabel('Delivery address used before').selectOption({ label: laboratory });
  await expect.poll(() => page.getByLabel('Contact person').inputValue()).toBe('Mara Lindqvist');
  await page.getByRole('heading', { name: 'Ready to place' }).waitFor();

  await page.goBack();
  await page.waitForURL('**?step=cell');
  await quantity.fill('240 pcs');
  await page.goForward();
  await page.waitForURL('**?step=review');
  await page.getByText('“240 pcs” cannot be read').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Ready to place' }).count()).toBe(0);
  expect(await stepOf(page, 'Cell').getAttribute('data-state')).toBe('problem');
  await page.getByRole('button', { name: 'Number of cells' }).click();
  await page.waitForURL('**?step=cell');
  expect(await quantity.evaluate((field) => field === document.activeElement)).toBe(true);
  await quantity.fill('36');
  await stepOf(page, review).click();

  const other = await context.newPage();
  await other.goto(page.url().replace('step=review', 'step=cell'));
  const there = other.getByLabel('Number of cells');
  await there.waitFor();
  expect(await there.inputValue()).toBe('36');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place when online' }).click();
  await other.getByText('This order will be placed when you are online.').waitFor();
  expect(await there.isDisabled()).toBe(true);
  await stepOf(page, 'Cell').click();
  await page.getByText('This order will be placed when you are online.').waitFor();
  expect(await quantity.isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Take back' }).click();
  await quantity.fill('30');
  await page.keyboard.press('Tab');
  await other.getByText('This order will be placed when you are online.').waitFor({ state: 'detached' });
  await stepOf(page, review).click();
  await page.getByRole('button', { name: 'Place when online' }).click();
  await context.setOffline(false);
  await page.getByText('is placed').waitFor();
  await page.getByRole('link', { name: 'Show the order' }).click();
  await page.getByText('30 × 21700').first().waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await context.setOffline(true);
  await page.getByRole('group', { name: 'Take back' }).getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Waits to be sent: taken back.').waitFor();
  await other.getByText('Waits to be sent: taken back.').waitFor();
  await context.setOffline(false);
});

test('a new order that the limit of the day refuses is kept, and is sent again before it is complete', async () => {
  const { page } = device;
  await sql`insert into quota_days (person, day, quota, used)
    select id, (now() at time zone 'utc')::date, 'ordersPerDay', 300 from users where email = 'engineer@demo.vfp'
    on conflict (person, day, quota) do update set used = excluded.used`.execute(product.db);
  await startOrder(page, product.url);
  const choice = page.getByText('We coat, assemble and form cells');
  const before = await choice.boundingBox();
  await choice.click();
  const refused = page.getByRole('alert').filter({ hasText: 'Today’s limit for new orders is reached.' });
  await refused.getByText('What you changed is kept on this device.').waitFor();
  expect(await page.getByRole('radio', { name: /We coat/ }).isChecked()).toBe(true);
  await sql`delete from quota_days`.execute(product.db);
  await refused.getByRole('button', { name: 'Retry' }).click();
  await refused.waitFor({ state: 'detached' });
  await page.getByText('Saved', { exact: true }).waitFor();
  // The first choice has added nothing above it.
  expect((await choice.boundingBox())?.y).toBe(before?.y);
});
