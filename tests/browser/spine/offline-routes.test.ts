import { afterEach, expect, test } from 'vitest';
import { pages } from '../../../src/routing/route-table.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { canCompareOffline } from '../../support/devices/disk.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';
import { engineerPlaces, expertPlaces, goTo, publicPlaces, type Place } from '../shell/places.ts';

/** After one online sign-in, every address opens offline and shows this device's data. */

let device: Device | undefined;

const product = await provideProduct();

afterEach(async () => {
  product.network.restore();
  await device?.close();
  device = undefined;
});

test('every route of the app is tried', () => {
  const tried = new Set<string>([...publicPlaces, ...engineerPlaces, ...expertPlaces].map((place) => place.route));
  expect(Object.keys(pages).filter((path) => !tried.has(path))).toEqual(['/logout']);
});

test('an engineer opens every address without a network, also those never visited', async () => {
  device = await openOffline('engineer@demo.vfp');
  const open = publicPlaces
    .filter(({ route }) => pages[route].guard === 'anyone')
    .map((place) => ({ ...place, shows: place.offline ?? place.shows }));
  expect(await whatIsMissing(device, [...engineerPlaces, ...open])).toEqual([]);
  expect(device.problems).toEqual([]);
});

test('an expert opens the inbox offline, signs out, and is told why signing in again has to wait', async () => {
  device = await openOffline('expert@demo.vfp');
  expect(await whatIsMissing(device, expertPlaces)).toEqual([]);
  await device.page.goto(`${product.url}/logout`);
  await device.page.getByRole('heading', { name: 'Login to your Account' }).waitFor();
  await device.page
    .getByText(/no connection|offline/i)
    .first()
    .waitFor();
  expect(device.problems).toEqual([]);
});

async function openOffline(email: string): Promise<Device> {
  device = await openDevice();
  const { page } = device;
  await signIn(page, product.url, email);
  if (email.startsWith('engineer')) await until('orders can be compared', () => canCompareOffline(page));
  product.network.cut();
  await device.context.setOffline(true);
  return device;
}

/**
 * Reloads each place.
 * @returns the places without a main landmark or without their expected content, with what they showed
 */
async function whatIsMissing({ page }: Device, places: Place[]): Promise<string[]> {
  const missing: string[] = [];
  for (const place of places) {
    try {
      await goTo(page, product.url, { ...place, shows: place.offline ?? place.shows });
    } catch {
      missing.push(`${place.name}: ${(await page.locator('body').innerText()).slice(0, 300)}`);
    }
  }
  return missing;
}
