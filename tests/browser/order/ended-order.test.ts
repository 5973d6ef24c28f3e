import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { orderAwaitingMaterial } from '../../support/orders/demo-order.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** Material that came unannounced, and an order that is cancelled after work was done, on the screens of both sides. */

const product = await provideProduct();
const customer = await product.device('engineer@demo.vfp');
const lab = await product.device('admin@demo.vfp');

test('a parcel that nobody announced is registered; the order is cancelled for the work done, and its customer sees the rest given back', async () => {
  const orderId = await orderAwaitingMaterial(product);
  const [mine, theirs] = [customer.page, lab.page];
  await mine.goto(`${product.url}/one-stop-order/history/${orderId}`);
  await mine.getByRole('button', { name: 'Announce a parcel' }).waitFor();
  await theirs.goto(`${product.url}/admin/po_orders/${orderId}`);
  await theirs.getByText('Register or count a parcel first').waitFor();
  expect(await theirs.getByRole('button', { name: 'Accept the material' }).count()).toBe(0);

  await theirs.getByRole('button', { name: 'Register a parcel' }).click();
  const parcel = theirs.getByRole('dialog');
  await parcel.getByLabel('From whom it came (optional)').fill('The foil mill');
  await parcel.getByLabel('What is in it', { exact: true }).fill('Anode foil');
  await parcel.getByLabel('Count', { exact: true }).fill('2');
  expect(await problemsHere(theirs, 'registering a parcel')).toEqual([]);
  await parcel.getByRole('button', { name: 'Register a parcel' }).click();
  await mine.getByText('from The foil mill').waitFor();
  await mine.getByText('2 of 2 counted').waitFor();

  await theirs.getByRole('button', { name: 'Accept the material' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Accept the material' }).click();
  await theirs.getByRole('button', { name: 'Cells are built' }).waitFor();
  await theirs.getByRole('button', { name: 'Cancel the order' }).click();
  const work = theirs.getByRole('dialog');
  const setup = work.getByLabel('Prototyping set-up');
  await setup.fill('1000000');
  await work.getByText('This is more than the accepted price of the line.').waitFor();
  expect(await problemsHere(theirs, 'cancelling with work done')).toEqual([]);
  await setup.fill('100');
  await work.getByRole('button', { name: 'Cancel and bill €100.00' }).click();

  await mine.getByText(/Work done: €100\.00 of €/).waitFor();
  await theirs.getByText(/Work done: €100\.00 of €/).waitFor();
  expect(await problemsHere(mine, 'a cancelled order')).toEqual([]);
  const download = mine.waitForEvent('download');
  await mine.getByRole('button', { name: 'Credit note as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/Credit note\.pdf$/);
  expect([...customer.problems, ...lab.problems]).toEqual([]);
});
