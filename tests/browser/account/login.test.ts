import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct, untilReadyOffline } from '../../support/servers/product.ts';

/** What the sign-in page says about this device, and what a sign-in leaves on it. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
});
afterEach(async () => {
  await device?.close();
});

test('what was kept at sign-out is counted on the way back in, without opening a database; it goes when it is sent', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  for (const text of ['one', 'two', 'three']) await write(page, `Kept, ${text}`);
  await page.goto(`${product.url}/logout`);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('3 unsent on this device. Sign in to send them.').waitFor();
  await context.setOffline(false);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await page.getByText('3 unsent on this device. Sign in to send them.').waitFor();
  expect(loaded.filter((url) => /session-|known-device|dexie/i.test(url))).toEqual([]);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Nothing is waiting').waitFor();
  await page.goto(`${product.url}/logout`);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.getByText(/unsent on this device/).count()).toBe(0);
});

test.each([
  ['with "Remember me"', true, 7],
  ['without "Remember me"', false, null],
])(
  '%s there are five cookies, each for as long as it is decided, and one alone carries the token',
  { tags: ['all-only'] },
  async (_how, remembers, days) => {
    const fresh = await openDevice({ consent: 'notAsked' });
    try {
      const { page, context } = fresh;
      await page.goto(`${product.url}/login`);
      await page.getByRole('button', { name: 'Accept all' }).click();
      if (!remembers) await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
      const reply = page.waitForResponse(/auth\/login/);
      await page.getByLabel('E-mail').fill('engineer@demo.vfp');
      await page.getByLabel('Password').fill('Demo-2026!');
      await page.getByRole('button', { name: 'Login' }).click();
      const { accessToken } = (await (await reply).json()) as { accessToken: string };
      await page.waitForURL(/\/chat/);
      await untilReadyOffline(page);
      await page.goto(`${product.url}/chat/general?c=new`);
      await page.getByRole('textbox', { name: 'Your question' }).fill('Which temperature should cells be stored at?');
      await page.keyboard.press('Enter');
      await page.waitForURL(/c=[0-9a-f-]{36}/);
      const set = await context.cookies();
      const lives = Object.fromEntries(set.map(({ name, expires }) => [name, daysUntil(expires)]));
      expect(lives).toEqual({ at: days, userData: days, conversation_id: 30, deviceId: 400, cookie_consent: 180 });
      for (const { name, value, sameSite, path, secure, domain } of set) {
        expect([name, sameSite, path, secure, domain]).toEqual([name, 'Lax', '/', true, 'localhost']);
        expect([name, value.includes(accessToken)]).toEqual([name, name === 'at']);
      }
      const valueOf = (name: string) => decodeURIComponent(set.find((each) => each.name === name)?.value ?? '');
      expect(valueOf('at')).toBe(accessToken);
      expect(Object.keys(JSON.parse(valueOf('userData')) as object).sort()).toEqual(['flags', 'id', 'plan', 'role']);
      expect(Object.keys(JSON.parse(valueOf('cookie_consent')) as object).sort()).toEqual([
        'categories',
        'id',
        'language',
      ]);
      expect(valueOf('conversation_id')).toBe(new URL(page.url()).searchParams.get('c'));
      expect(valueOf('deviceId')).toMatch(/^[0-9a-f]{64}$/);
      await page.goto(`${product.url}/logout`);
      await page.getByRole('button', { name: 'Login' }).waitFor();
      const left = (await context.cookies()).map(({ name }) => name).sort();
      expect(left).toEqual(['cookie_consent', 'deviceId']);
    } finally {
      await fresh.close();
    }
  },
);

/** Returns the whole days until expiry; null for a session cookie. */
function daysUntil(expires: number): number | null {
  return expires === -1 ? null : Math.round((expires - Date.now() / 1000) / 86_400);
}

test(
  'the assistant comes back to the conversation of this device, also where another is newer',
  { tags: ['all-only'] },
  async () => {
    const { page } = device;
    await signIn(page, product.url, 'engineer@demo.vfp');
    const open = async () => {
      await page.goto(`${product.url}/chat/general`);
      return page.getByRole('log');
    };
    const there = 'There: what is a 21700 cell?';
    const here = 'Here: which temperature should cells be stored at?';
    await page.goto(`${product.url}/chat/general?c=new`);
    await page.getByRole('textbox', { name: 'Your question' }).fill(here);
    await page.keyboard.press('Enter');
    await page.waitForURL(/c=[0-9a-f-]{36}/);
    await (await open()).getByText(here).waitFor();
    const other = await openDevice();
    let newer = '';
    try {
      await signIn(other.page, product.url, 'engineer@demo.vfp');
      await other.page.goto(`${product.url}/chat/general?c=new`);
      await other.page.getByRole('textbox', { name: 'Your question' }).fill(there);
      await other.page.keyboard.press('Enter');
      await expect.poll(() => countOf(product.db, there)).toBe(1);
      newer = other.page.url();
    } finally {
      await other.close();
    }
    await page.goto(newer);
    await page.getByRole('log').getByText(there).waitFor();
    await (await open()).getByText(here).waitFor();
  },
);
