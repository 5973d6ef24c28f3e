import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freeze } from '../../support/browser/page-clock.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/**
 * A page that is closed while the user types into an order: every keystroke is restored, and together they become one
 * patch.
 */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

const name = () => device.page.getByLabel('Your name for this order');

/** How the last keystroke and the reload follow each other; the first two within one task of the page. */
const endings: Record<string, () => Promise<void>> = {
  'in the same turn as the last key': () => name().evaluate(typeAndGo, {}),
  'in the same turn as leaving the field': () => name().evaluate(typeAndGo, { leaving: true }),
  'right after quick typing': async () => {
    await typeInNoTime();
    await reload();
  },
  'right after leaving the field': async () => {
    await typeInNoTime();
    await device.page.keyboard.press('Tab');
    await reload();
  },
  'before the half second is over': async () => {
    await typeInNoTime();
    await until('the text is on the disk', () => device.page.evaluate(isOnDisk, [text, 'drafts']));
    await reload();
  },
};

const text = 'Night shift, 24 cells';

for (const network of ['with', 'without'] as const) {
  test.each(Object.keys(endings))(`${network} a network, a reload %s loses nothing`, async (ending) => {
    const { page, context } = device;
    const orderId = await startOrder();
    await context.setOffline(network === 'without');
    const loaded = page.waitForEvent('load');
    await endings[ending]?.();
    await loaded;
    await name().waitFor();
    expect(await name().inputValue()).toBe(text);
    await context.setOffline(false);
    await until('the order has it', async () => (await patchesOf(orderId)) > 0);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.evaluate(isOnDisk, [text, 'drafts'])).toBe(false);
    await page.reload();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await name().inputValue()).toBe(text);
    expect(await patchesOf(orderId)).toBe(1);
  });
}

test('without a network, a page that goes elsewhere with the last key leaves a change that waits, and it arrives unseen', async () => {
  const { page, context } = device;
  const orderId = await startOrder();
  await context.setOffline(true);
  const gone = page.waitForURL('**/waiting');
  await name().evaluate(typeAndGo, { to: '/waiting' });
  await gone;
  await page.getByRole('listitem').filter({ hasText: text }).waitFor();
  await context.setOffline(false);
  await until('the order has it', async () => (await patchesOf(orderId)) > 0);
  expect(await page.evaluate(isOnDisk, [text, 'drafts'])).toBe(false);
  expect(await patchesOf(orderId)).toBe(1);
});

/** Starts a new order. Returns its id. */
async function startOrder(): Promise<string> {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByRole('button', { name: 'Start a new order' }).click();
  await name().waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function patchesOf(orderId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where stream = ${`order:${orderId}`} and type = 'order.patched'`.execute(
    product.db,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Types while the page's clock is stopped, so that never half a second passes between two keystrokes, however slow the
 * machine is.
 */
async function typeInNoTime(): Promise<void> {
  await device.page.clock.install();
  await freeze(device.page);
  await name().pressSequentially(text);
}

/** Does not wait for the end of the reload; the test does. */
async function reload(): Promise<void> {
  await device.page.evaluate(() => location.reload());
  await device.page.clock.resume();
}

/** Runs in the page: does what one keystroke would, and navigates before the page can do anything else. */
function typeAndGo(element: Element, { to, leaving }: { to?: string; leaving?: boolean }): void {
  const input = element as HTMLInputElement;
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Night shift, 24 cells');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (leaving === true) input.blur();
  if (to === undefined) location.reload();
  else location.assign(to);
}

/** Runs in the page. Returns whether one of these object stores contains this text. */
async function isOnDisk([wanted = '', ...stores]: string[]): Promise<boolean> {
  const found = (await indexedDB.databases()).find((each) => each.name?.startsWith('vfp_u_') === true)?.name ?? '';
  return await new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open(found);
    opening.addEventListener('error', () => reject(new Error('the database does not open')));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(stores);
      const readings = stores.map((store) => transaction.objectStore(store).getAll());
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve(readings.some(({ result }) => JSON.stringify(result).includes(wanted)));
      });
    });
  });
}
