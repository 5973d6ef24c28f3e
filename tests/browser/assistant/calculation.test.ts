import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** A question for a number: its result, and the calculator under it, online, offline and in Korean. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp', { viewport: phone });
const { page } = device;

const calculator = (name: string) => page.getByRole('region', { name }).last();

async function ask(text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(Your question|질문)$/ }).fill(text);
  await page.keyboard.press('Enter');
}

test('a result is edited in place by keyboard, in another unit, and reset', async () => {
  await page.goto(`${product.url}/chat/general?c=new`);
  await ask('What C-rate is 5 A on a 2.5 Ah cell?');
  await page.getByText('5 A on 2.5 Ah is 2C.').waitFor();
  const rate = calculator('C-rate from current');
  await rate.getByRole('status').getByText('2C').waitFor();
  await rate.getByRole('textbox', { name: 'Current' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7,5');
  await rate.getByRole('status').getByText('3C').waitFor();
  await rate.getByRole('combobox', { name: 'Unit of Capacity' }).selectOption('mAh');
  expect(await rate.getByRole('textbox', { name: 'Capacity' }).inputValue()).toBe('2500');
  await rate.getByRole('status').getByText('3C').waitFor();
  await rate.getByRole('textbox', { name: 'Capacity' }).fill('0');
  await rate.getByText('Capacity must be above 0').waitFor();
  await rate.getByRole('button', { name: 'Reset' }).click();
  await rate.getByRole('status').getByText('2C').waitFor();
  expect(await problemsHere(page, 'calculator')).toEqual([]);
  await page.setViewportSize(phone);
});

test('offline it computes the same, marks what it assumed, and keeps what was typed when the server answers', async () => {
  await device.context.setOffline(true);
  await ask('280Ah LFP how many Wh?');
  await page.getByText('280 Ah at 3.2 V is 896 Wh.').waitFor();
  await page.getByText('from saved knowledge').waitFor();
  const energy = calculator('Energy from capacity and voltage');
  await energy.getByText('assumed').waitFor();
  await energy.getByRole('textbox', { name: 'Mean voltage' }).fill('3.3');
  await energy.getByRole('status').getByText('924 Wh').waitFor();
  await energy.getByText('assumed').waitFor({ state: 'detached' });
  await device.context.setOffline(false);
  await page.getByText('from saved knowledge').waitFor({ state: 'detached' });
  await page.getByText('280 Ah at 3.2 V is 896 Wh.').waitFor();
  await energy.getByRole('status').getByText('924 Wh').waitFor();
  expect(await energy.getByRole('textbox', { name: 'Mean voltage' }).inputValue()).toBe('3.3');
});
