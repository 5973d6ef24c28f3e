import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, openDevice, phone } from '../../support/browser/browser.ts';
import { canCompareOffline } from '../../support/devices/disk.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** An order again, a template that a colleague uses, and two orders compared: on a phone without a network, and at a desk. */

const product = await provideProduct();
const engineer = await product.device(undefined, { viewport: phone });
const colleague = await product.device(undefined, { viewport: desktop });

test('on a phone each tab marks what its own page lists, and unread messages about an order are two taps away', async () => {
  const { page } = engineer;
  await signIn(page, product.url, 'engineer@demo.vfp');
  const tabs = page.getByRole('navigation', { name: 'Quick navigation' });
  await tabs.getByRole('link', { name: 'Messages 1 unread' }).waitFor();
  await tabs.getByRole('link', { name: 'Orders 3 unread' }).click();
  await page.getByRole('link', { name: /PO-2026-000001.*3 unread/ }).waitFor();
  expect(await problemsHere(page, 'orders with unread messages')).toEqual([]);
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: 'Messages about orders 3 unread' }).click();
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /3 unread/ })
    .click();
  await tabs.getByRole('link', { name: 'Orders', exact: true }).waitFor();
  expect(await tabs.getByRole('link', { name: 'Messages 1 unread' }).count()).toBe(1);
});

test('I order again offline and keep it as a template; my colleague uses it, and compares both orders', async () => {
  const { page, context } = engineer;
  await page.goto(`${product.url}/one-stop-order/history?status=lab`);
  await page.getByLabel('Number, name, cell, test').pressSequentially('21700');
  await page.waitForURL('**?status=lab&q=21700');
  await page.getByRole('link', { name: /PO-2026-000001/ }).click();
  await page.getByText('Revision 1, placed').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByText('New draft from PO-2026-000001').waitFor();
  await page.getByText(/The price is as it was: €/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(/\/one-stop-order\/history\/.*status=lab&q=21700/);
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.waitForURL('**?step=service');
  await page.getByLabel('Your name for this order').fill('Second batch');
  await page.getByRole('navigation', { name: 'Order steps' }).getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByLabel('Name of the template').fill('Standard RPT');
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByText('Standard RPT is saved as a template').waitFor();
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  const templates = page.getByRole('list', { name: 'Templates' });
  await templates.getByRole('link', { name: /Standard RPT/ }).waitFor();
  await page.getByRole('link', { name: /Second batch/ }).waitFor();
  expect(await problemsHere(page, 'templates')).toEqual([]);
  await context.setOffline(false);

  const desk = colleague.page;
  await signIn(desk, product.url, 'colleague@demo.vfp');
  await desk.goto(`${product.url}/one-stop-order/Prototyping`);
  const shared = desk.getByRole('list', { name: 'Templates' });
  await shared.getByText('by Mara Lindqvist').waitFor();
  expect(await shared.getByRole('button', { name: /Rename|Delete/ }).count()).toBe(0);
  await shared.getByRole('button', { name: 'New order' }).click();
  await desk.getByText('New draft from Standard RPT').waitFor();
  await desk.waitForURL('**?step=service');

  await desk.goto(`${product.url}/one-stop-order/history/${demoId('pilot')}`);
  await desk.getByRole('link', { name: 'Compare with' }).click();
  const second = desk.getByLabel('Second order');
  await second.selectOption({ label: (await second.getByText('Second batch').innerText()).trim() });
  await desk
    .getByRole('row', { name: /Your name for this order/ })
    .getByText('Second batch')
    .waitFor();
  expect(await desk.getByRole('row', { name: /^Format 21700/ }).count()).toBe(0);
  await desk.getByLabel('Show equal values too').check();
  await desk.getByRole('row', { name: /^Format 21700/ }).waitFor();
  expect(new URL(desk.url()).search).toMatch(/^\?a=.*&b=.*&all=1$/);
  expect(await problemsHere(desk, 'comparison')).toEqual([]);
});

test('without a network I choose two orders in the history and compare them, although I never did before', async () => {
  const device = await openDevice({ viewport: phone });
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await until('orders can be compared', () => canCompareOffline(page));
  await context.setOffline(true);
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByRole('button', { name: 'Compare orders' }).click();
  const bar = page.getByRole('region', { name: 'Compare orders' });
  await bar.getByText('0 of 2 chosen').waitFor();
  expect(await bar.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Choose Second batch' }).check();
  await page.getByRole('link', { name: /PO-2026-000001/ }).press('x');
  await bar.getByText('2 of 2 chosen').waitFor();
  expect(await page.getByRole('checkbox', { checked: false }).first().isDisabled()).toBe(true);
  expect(await problemsHere(page, 'two orders chosen')).toEqual([]);
  await bar.getByRole('link', { name: 'Compare' }).click();
  await page
    .getByRole('row', { name: /Your name for this order/ })
    .getByText('Second batch')
    .waitFor();
  await context.setOffline(false);
  expect(device.problems).toEqual([]);
  await device.close();
});
