import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { engineerPlaces, expertPlaces, goTo, managerPlaces, publicPlaces, visit, type Place } from './places.ts';

/** Every screen in light and dark, on a phone and a desktop: axe finds nothing, and nothing is wider than the window. */

const product = await provideProduct();
const device = await product.device();

test('before signing in', async () => {
  expect(await problemsOf(publicPlaces)).toEqual([]);
});

test('for an engineer', async () => {
  await signIn(device.page, product.url, 'engineer@demo.vfp');
  expect(await problemsOf(engineerPlaces)).toEqual([]);
});

test('for an engineer with the messages floating over a page', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByRole('button', { name: /Open messages/ }).click();
  const rooms = page.getByRole('dialog', { name: 'Messages' }).getByRole('button', { name: /Chat with an expert/ });
  await rooms.waitFor();
  expect(await problemsHere(page, 'floating rooms')).toEqual([]);
  await rooms.click();
  await page.getByRole('log').getByText('Dr. Ines Moreau').first().waitFor();
  expect(await problemsHere(page, 'a floating room')).toEqual([]);
});

test('for an engineer without a network, with something waiting', async () => {
  const { page } = device;
  product.network.cut();
  await device.context.setOffline(true);
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Which temperature should cells be stored at?');
  await page.keyboard.press('Enter');
  await page.getByText('from saved knowledge').waitFor();
  await page.getByText('No connection. What you write is kept and sent later.').waitFor();
  expect(await problemsHere(page, 'an answer from saved knowledge')).toEqual([]);
  const waiting: Place = { name: 'things waiting', route: '/waiting', address: '/waiting', shows: 'Which temperature' };
  expect(await problemsOf([waiting])).toEqual([]);
  await page.goto(`${product.url}/logout`);
  await page.getByRole('dialog', { name: '1 thing has not been sent' }).waitFor();
  expect(await problemsHere(page, 'signing out')).toEqual([]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard 1 thing for good?' }).waitFor();
  expect(await problemsHere(page, 'discarding when signing out')).toEqual([]);
  await device.context.setOffline(false);
  product.network.restore();
});

test('for an expert', async () => {
  await device.page.goto(`${product.url}/logout`);
  await device.page.waitForURL(/login/);
  await signIn(device.page, product.url, 'expert@demo.vfp');
  expect(await problemsOf(expertPlaces)).toEqual([]);
});

test('for an administrator of a company', async () => {
  await device.page.goto(`${product.url}/logout`);
  await device.page.waitForURL(/login/);
  await signIn(device.page, product.url, 'manager@demo.vfp');
  expect(await problemsOf(managerPlaces)).toEqual([]);
});

async function problemsOf(places: Place[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [i, place] of places.entries()) {
    await (i === 0 ? goTo(device.page, product.url, place) : visit(device.page, place));
    problems.push(...(await problemsHere(device.page, place.name)));
  }
  return problems;
}
