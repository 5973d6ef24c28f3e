import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsHere, widthProblemsHere } from '../support/axe.ts';
import { openDevice, type Device } from '../support/browser.ts';
import { startDeployment, type Deployment } from '../support/builds.ts';
import { signIn } from '../support/product.ts';
import { pseudoOf, replacedLanguage, speakPseudo } from '../support/pseudo-locale.ts';
import { engineerPlaces, expertPlaces, publicPlaces, type Place } from './places.ts';

/** Every screen with texts 40 % longer, and from right to left: nothing is wider than the window, and axe finds nothing. */

describe.each([
  ['with longer texts', 'ltr', widthProblemsHere],
  ['with longer texts from right to left', 'rtl', problemsHere],
] as const)('%s', (_name, direction, lookAt) => {
  let deployment: Deployment;
  let device: Device;

  beforeAll(async () => {
    deployment = await startDeployment(false, (served) => speakPseudo(served, direction));
    device = await openDevice();
  });
  afterAll(async () => {
    await device?.close();
    await deployment?.close();
  });

  test('before signing in', async () => {
    await device.page.goto(`${deployment.url}/robots.txt`);
    await speak(device.page);
    expect(await problemsOf(publicPlaces)).toEqual([]);
  });

  test('for an engineer', async () => {
    await signInAs('engineer@demo.vfp');
    expect(await problemsOf(engineerPlaces)).toEqual([]);
  });

  test('for an expert', async () => {
    await device.page.goto(`${deployment.url}/logout`);
    await device.page.waitForURL(/login/);
    await signInAs('expert@demo.vfp');
    expect(await problemsOf(expertPlaces)).toEqual([]);
  });

  /** The forms are filled in by their English names. */
  async function signInAs(email: string): Promise<void> {
    await device.page.evaluate(() => localStorage.setItem('i18nextLng', 'en'));
    await signIn(device.page, deployment.url, email);
    await speak(device.page);
  }

  async function problemsOf(places: Place[]): Promise<string[]> {
    const { page } = device;
    const problems: string[] = [];
    for (const place of places) {
      await page.goto(`${deployment.url}${place.address}`);
      const screen = place.inDialog === true ? page.getByRole('dialog') : page.locator('main');
      // What comes from the data is as it is; what comes from the texts is not.
      const pseudo = screen.getByText(String(pseudoOf(place.shows)));
      await screen.getByText(place.shows).or(pseudo).filter({ visible: true }).first().waitFor();
      expect(await page.locator('html').getAttribute('dir')).toBe(direction);
      problems.push(...(await lookAt(page, place.name)));
    }
    return problems;
  }
});

async function speak(page: Page): Promise<void> {
  await page.evaluate((language) => localStorage.setItem('i18nextLng', language), replacedLanguage);
}
