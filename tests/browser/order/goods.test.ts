import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { orderAwaitingMaterial } from '../../support/orders/demo-order.ts';
import { announceParcel, countParcel, takeStep } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { png } from '../../support/files/sample-files.ts';

/** Material in, cells out, on the screens of both sides. */

const product = await provideProduct();
const customer = await product.device('engineer@demo.vfp');
const lab = await product.device('expert@demo.vfp');

test('material is announced offline, refused with a photo, announced again and accepted; the cells are shipped and received', async () => {
  const orderId = await orderAwaitingMaterial(product);
  const [mine, theirs] = [customer.page, lab.page];
  const looksRight = async () => expect(await problemsHere(mine, 'announcing a parcel')).toEqual([]);
  await mine.goto(`${product.url}/one-stop-order/history/${orderId}`);
  // The order was made elsewhere: the device has it only now.
  await mine.getByRole('button', { name: 'Announce a parcel' }).waitFor();
  await customer.context.setOffline(true);
  await announceParcel(mine, 'Anode foil, 20 m', 'JD 0146', looksRight);
  await mine.getByText('waits to be sent').first().waitFor();
  await customer.context.setOffline(false);

  await theirs.goto(`${product.url}/admin/po_orders/${orderId}`);
  await theirs.getByText('Count it first').waitFor();
  expect(await theirs.getByRole('button', { name: 'Accept the material' }).count()).toBe(0);
  await theirs.getByRole('button', { name: 'It has arrived' }).click();
  await countParcel(theirs, '1');
  await theirs.getByText('1 of 2 counted').waitFor();
  expect(await problemsHere(theirs, 'a counted parcel')).toEqual([]);
  await theirs.getByRole('button', { name: 'Refuse the parcel' }).click();
  const sheet = theirs.getByRole('dialog');
  await sheet.getByLabel('Reason').fill('One foil is missing, the other one is wet.');
  await sheet
    .locator('input[type="file"]')
    .setInputFiles({ name: 'wet-foil.png', mimeType: 'image/png', buffer: png(5) });
  expect(await problemsHere(theirs, 'refusing a parcel')).toEqual([]);
  await sheet.getByRole('button', { name: 'Refuse the parcel' }).click();

  const refused = mine.getByRole('article').filter({ hasText: 'Refused' });
  await refused.getByText('One foil is missing').waitFor();
  await refused.getByRole('button', { name: /wet-foil/ }).waitFor();
  expect(await problemsHere(mine, 'a refused parcel')).toEqual([]);
  await announceParcel(mine, 'Anode foil, dry', 'JD 0147');
  await theirs.getByRole('button', { name: 'It has arrived' }).click();
  await countParcel(theirs, '2');
  await theirs.getByRole('button', { name: 'Accept the parcel' }).click();
  await mine.getByText('Accepted', { exact: true }).waitFor();
  await takeStep(theirs, 'Accept the material');
  await takeStep(theirs, 'Cells are built');

  await theirs.getByRole('button', { name: 'Ship', exact: true }).click();
  const ship = theirs.getByRole('dialog');
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await ship.getByText('Choose a carrier').waitFor();
  await ship.getByLabel('Carrier', { exact: true }).selectOption('ups');
  await ship.getByLabel('Tracking number').fill('1Z 999');
  await ship.getByLabel('How it travels').selectOption('air');
  await ship.getByLabel('State of charge').fill('40');
  await ship.getByText('at most 30 %.').first().waitFor();
  await ship.getByLabel('State of charge').fill('30');
  await ship.getByRole('checkbox', { name: 'By air: the cells are charged' }).check();
  // What is against the list is shipped only with a reason.
  await ship.getByText(/checks of the packing list are not ticked/).waitFor();
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await ship.getByText('Write why it is shipped although checks are open').waitFor();
  expect(await problemsHere(theirs, 'shipping')).toEqual([]);
  await ship.getByLabel('Why it is shipped all the same').fill('Packed by the carrier.');
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();

  await mine.getByText(/Counts as received on .*, 14 days after shipping/).waitFor();
  expect(await mine.getByRole('link', { name: 'Track it at the carrier' }).first().getAttribute('href')).toContain(
    '1Z%20999',
  );
  expect(await problemsHere(mine, 'a shipped order')).toEqual([]);
  await mine.getByRole('button', { name: 'Confirm receipt' }).click();
  await mine.getByRole('group', { name: 'Confirm receipt' }).getByRole('button', { name: 'Confirm receipt' }).click();
  await mine.getByText('Delivered', { exact: true }).locator('visible=true').first().waitFor();
  expect([...customer.problems, ...lab.problems]).toEqual([]);
});
