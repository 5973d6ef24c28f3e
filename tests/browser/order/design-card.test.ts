import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf } from '../../support/browser/browser.ts';
import { startOrder } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** From a sentence to a draft without a connection, and an order as JSON from one draft to another. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');
const { page } = device;

const card = () => page.getByRole('region', { name: /^(Design card|설계 카드)$/ }).last();
const figure = async (name: string) =>
  (await card().locator('dl > div').filter({ hasText: name }).locator('dd').textContent()) ?? '';
test('a described cell becomes a card with sliders, and without a connection a draft that outlives a reload', async () => {
  await startOrder(page, product.url);
  await device.context.setOffline(true);
  await page.getByLabel('Describe the cell').fill('20 Ah pouch, NMC811, 4 mAh/cm², blue');
  await card().waitFor();
  expect(await figure('Estimated capacity')).toMatch(/^20(\.\d+)?\u2009Ah$/);
  await page.getByText('Not read: blue').waitFor();
  await card().getByText('Assumed: anode graphite').waitFor();
  await card().getByLabel('Cathode layers').focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => figure('Estimated capacity')).toMatch(/^23\.\d+\u2009Ah$/);
  const capacity = await figure('Estimated capacity');
  const mass = await figure('Cell mass');
  expect(await problemsHere(page, 'design card')).toEqual([]);
  await card().getByRole('button', { name: 'Fill this order' }).click();
  await page.getByText('The order has the design of the card').waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Cell/ }).first().click();
  await page.waitForURL('**?step=cell');
  await page.getByText(capacity).first().waitFor();
  await page.getByText(mass).first().waitFor();
});

test('an exported order is imported as another draft with the same values', async () => {
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Export .* as JSON$/ })
      .first()
      .click(),
  ]);
  const text = (await bytesOf(download)).toString();
  expect(JSON.parse(text)).toMatchObject({ format: 'vfp-order', version: 1, order: { format: 'pouch multi-layer' } });

  await page.getByRole('button', { name: 'Import from JSON' }).click();
  const dialog = page.getByRole('dialog');
  const broken = text.replace('"separatorThickness_mm"', '"separatorColor"');
  await dialog.getByLabel('Or paste the text of the file').fill(broken);
  await dialog.getByText('order.separatorColor is not a field of an order.').waitFor();
  await dialog.getByRole('button', { name: 'Make a draft from the rest' }).waitFor();
  expect(await problemsHere(page, 'import')).toEqual([]);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'order.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await dialog.getByRole('button', { name: 'Make a draft', exact: true }).click();
  await page.waitForURL(/Prototyping\/[0-9a-f-]{36}/);

  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  const buttons = page.getByRole('button', { name: /^Export .* as JSON$/ });
  await buttons.nth(1).waitFor();
  const [again] = await Promise.all([page.waitForEvent('download'), buttons.first().click()]);
  expect((await bytesOf(again)).toString()).toBe(text);
});

test('the assistant answers a described cell with the card, and makes the draft', async () => {
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: /^(Your question|질문)$/ }).fill('40 mAh single-layer pouch LFP');
  await page.keyboard.press('Enter');
  await card().waitFor();
  expect(await figure('Estimated capacity')).toBe('0.04\u2009Ah');
  await card().getByRole('button', { name: 'Make a draft' }).click();
  await page.waitForURL(/Prototyping\/[0-9a-f-]{36}/);
});

test('when I go on without filling the order, the cell step says so, fills it with one press, and takes it back', async () => {
  await startOrder(page, product.url);
  await page.getByLabel('Describe the cell').fill('5 Ah pouch, LFP');
  await page.getByRole('button', { name: 'Next: Cell' }).click();
  const note = page.getByText('You described “5 Ah pouch, LFP”. The order does not have this yet.');
  await note.waitFor();
  expect(await problemsHere(page, 'a described cell that the order does not have')).toEqual([]);
  await page.locator('main').getByRole('button', { name: 'Fill this order' }).click();
  await note.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Chemistry', { exact: true }).inputValue()).toBe('LFP/graphite');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await note.waitFor();
});

test('a description with tests fills in the service and the tests, and tests alone keep the cell', async () => {
  await startOrder(page, product.url);
  const described = page.getByLabel('Describe the cell');
  await described.fill('20 pouch cells 5 Ah LFP with 500 cycles at 25 and 45 °C');
  await card()
    .getByText('Tests: Cycle Test, 500\u2009cycles, 25\u2009°C; Cycle Test, 500\u2009cycles, 45\u2009°C')
    .waitFor();
  await card().getByRole('button', { name: 'Fill this order' }).click();
  const both = page.getByRole('radio', { name: /^Prototyping and testing/ });
  await expect.poll(() => both.isChecked()).toBe(true);
  await described.fill('RPT, DC-IR');
  const tests = page.getByRole('region', { name: 'Tests that were described' });
  expect(await problemsHere(page, 'described tests')).toEqual([]);
  await tests.getByRole('button', { name: 'Fill this order' }).click();
  await page.getByRole('button', { name: /Tests/ }).first().click();
  const names = ['1. Cycle Test', '2. Cycle Test', '3. Reference Parameter Test', '4. Pulse Power Test'];
  for (const name of names) await page.getByRole('button', { name }).first().waitFor();
});
