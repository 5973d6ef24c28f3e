import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** One draft on two devices of its owner, one of them without a network for a while. */

const product = await provideProduct();
const devices = [
  await product.device('engineer@demo.vfp'),
  await product.device('engineer@demo.vfp', { viewport: phone }),
] as const;

const quantity = (page: Page) => page.getByLabel('Number of cells');

async function storedQuantity(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select (data #>> '{doc,quantity}')::int as n from orders where id = ${demoId('draft')}`.execute(product.db);
  return rows[0]?.n;
}

const note = (page: Page) => page.getByRole('group', { name: 'Two values for this field' });

test('both devices write the same field: each shows both values until I choose one, and other fields are merged', async () => {
  const [{ page: desk }, { page: mobile, context }] = devices;
  const address = `${product.url}/one-stop-order/Prototyping/${demoId('draft')}`;
  await desk.goto(`${address}?step=cell`);
  await mobile.goto(`${address}?step=cell`);
  await quantity(mobile).waitFor();
  await context.setOffline(true);
  await quantity(mobile).fill('36');
  await quantity(mobile).press('Tab');
  await mobile.getByText('Saved on this device').waitFor();
  await mobile
    .getByRole('navigation', { name: 'Order steps' })
    .getByRole('button', { name: /^Service/ })
    .click();
  await mobile.getByLabel('Your name for this order').fill('Written on the train');
  await mobile.getByRole('navigation', { name: 'Order steps' }).getByRole('button', { name: /^Cell/ }).click();
  await quantity(desk).fill('30');
  await quantity(desk).press('Tab');
  // It is the value that the phone's comes into conflict with.
  await until('the server has 30', async () => (await storedQuantity()) === 30);
  await context.setOffline(false);

  await note(mobile)
    .getByText(/you wrote 36.*30.* is kept until/i)
    .waitFor();
  await desk.getByRole('heading', { name: 'Written on the train' }).waitFor();
  await note(desk).waitFor();
  expect(await quantity(mobile).inputValue()).toBe('30');
  expect(await problemsHere(mobile, 'two values')).toEqual([]);
  await note(mobile)
    .getByRole('button', { name: /^Use 36/ })
    .click();
  await expect.poll(() => quantity(desk).inputValue()).toBe('36');
  await note(desk).waitFor({ state: 'detached' });
  expect(await quantity(mobile).inputValue()).toBe('36');
  expect(devices.flatMap(({ problems }) => problems)).toEqual([]);
});
