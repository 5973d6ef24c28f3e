import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsHere, widthProblemsHere } from '../../support/browser/axe.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { startDeployment, type Deployment } from '../../support/browser/builds.ts';
import { tokenOf } from '../../support/kinds.ts';
import { signIn } from '../../support/servers/product.ts';
import { pseudoOf, replacedLanguage, speakPseudo } from '../../support/browser/pseudo-locale.ts';
import {
  engineerPlaces,
  expertPlaces,
  managerPlaces,
  publicPlaces,
  untilItShows,
  visit,
  type Place,
} from './places.ts';

/**
 * Every screen with texts 40 % longer, and from right to left: nothing is wider than the window, and axe finds nothing.
 */

describe.each([
  ['with longer texts', 'ltr', widthProblemsHere],
  // Colors do not depend on the direction.
  ['with longer texts from right to left', 'rtl', (page: Page, name: string) => problemsHere(page, name, ['light'])],
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
    await signOut();
    await signInAs('expert@demo.vfp');
    expect(await problemsOf(expertPlaces)).toEqual([]);
  });

  test('for the administrator of a company, who orders a plan and pays it', async () => {
    await signOut();
    await signInAs('manager@demo.vfp');
    expect(await problemsOf(managerPlaces)).toEqual([]);
    const { id, invoiceId } = await orderPlan('manager@demo.vfp');
    const result = { route: '/pay', address: `/pay?done=${id}` } as const;
    const ordered: Place = { ...result, name: 'ordered', shows: 'Thank you for your order' };
    expect(await problemsOf([ordered])).toEqual([]);
    await call('admin@demo.vfp', `/admin-api/invoices/${invoiceId}/paid`);
    expect(await problemsOf([{ ...result, name: 'paid', shows: 'Your plan is active' }])).toEqual([]);
  });

  test('what opens over a page: the menu and its dialogs, an invitation, and the question about cookies', async () => {
    const { page, context } = device;
    const press = (name: string) => page.getByRole('button', { name: new RegExp(`^${spoken(name)}`) }).click();
    const look = async (name: string, shows: string, part: Locator) => {
      await part.getByText(spoken(shows)).filter({ visible: true }).first().waitFor();
      expect(await lookAt(page, name)).toEqual([]);
    };
    await page.goto(`${deployment.url}/settings/upload?tab=users`);
    await press('Invite a colleague');
    await look('inviting', 'The invitation takes a license', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await press('Account of');
    await look('menu', 'Cookie preferences', page.locator('[popover]:popover-open'));
    for (const [item, shows] of [
      ['My devices', 'This device'],
      ['Change password', 'Confirm password'],
      ['Cookie preferences', 'Save preferences'],
    ] as const) {
      await press(item);
      await look(item, shows, page.getByRole('dialog'));
      await page.keyboard.press('Escape');
      await press('Account of');
    }
    await context.clearCookies({ name: 'cookie_consent' });
    // Without consent, no language is stored.
    await page.goto(`${deployment.url}/settings/upload?lng=${replacedLanguage}`);
    await look('the question about cookies', 'Manage preferences', page.getByRole('dialog'));
  });

  async function signOut(): Promise<void> {
    await device.page.goto(`${deployment.url}/logout`);
    await device.page.waitForURL(/login/);
  }

  /** Calls the API as this user of the demo. */
  async function call(email: string, path: string, body: object = {}): Promise<unknown> {
    const answer = await fetch(`${deployment.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(deployment.url, email)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, path).toBe(true);
    return await answer.json();
  }

  /** Orders a larger plan by invoice. */
  async function orderPlan(email: string): Promise<{ id: string; invoiceId: string }> {
    const buyer = { company: '', name: 'Aiko Brandt', address: 'Zellstraße 1, Berlin', email };
    const { subscription, invoice } = (await call(email, '/subscriptions/subscribe', { plan: 'premium', buyer })) as {
      subscription: { id: string };
      invoice: { id: string };
    };
    return { id: subscription.id, invoiceId: invoice.id };
  }

  /** The forms are filled in by their English labels. */
  async function signInAs(email: string): Promise<void> {
    await device.page.evaluate(() => localStorage.setItem('i18nextLng', 'en'));
    await signIn(device.page, deployment.url, email);
    await speak(device.page);
  }

  async function problemsOf(places: Place[]): Promise<string[]> {
    const { page } = device;
    const problems: string[] = [];
    for (const [i, place] of places.entries()) {
      if (i === 0) await page.goto(`${deployment.url}${place.address}`);
      await (i === 0 ? untilItShows(page, place, spoken) : visit(page, place, spoken));
      expect(await page.locator('html').getAttribute('dir')).toBe(direction);
      problems.push(...(await lookAt(page, place.name)));
    }
    return problems;
  }
});

/** Translates one of our texts as the pages show it. */
function spoken(text: string): string {
  return String(pseudoOf(text));
}

async function speak(page: Page): Promise<void> {
  await page.evaluate((language) => localStorage.setItem('i18nextLng', language), replacedLanguage);
}
