import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { productSettings } from '#domain/assistant/settings.ts';
import { addSettings, currentSettings } from '../../../server/assistant/store/assistant-settings.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** The assistant's settings, as an expert changes them. */

const product = await provideProduct();
const expert = await product.device();

test('I change a starter and a limit of the language model, and what I type survives a reload', async () => {
  const { page } = expert;
  await signIn(page, product.url, 'expert@demo.vfp');
  await page.goto(`${product.url}/admin/knowledges-center/settings`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const tokens = page.getByLabel('Most tokens a day');
  await tokens.fill('many');
  await page.getByText('Type a whole number from 0 to 1,000,000,000.').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await tokens.fill('4,000,000');
  await page.getByText('Saved now: 5,000,000').waitFor();
  await page.getByLabel('Questions to start with (English)').first().fill('Is copper foil thin?\nWhat is EIS?');
  await page.reload();
  await expect.poll(() => tokens.inputValue()).toBe('4,000,000');
  expect(await problemsHere(page, 'the settings')).toEqual([]);
  await save.click();
  await page.getByText('The settings are saved and in force').waitFor();
  await expect.poll(() => tokens.inputValue()).toBe('4000000');
  expect(expert.problems).toEqual([]);
});

test('when a colleague saves first, I see what is saved now and keep what I typed', async () => {
  const { page } = expert;
  await page.goto(`${product.url}/admin/knowledges`);
  await page.getByRole('button', { name: 'Tab settings' }).click();
  const tabs = page.getByRole('dialog', { name: 'Tab settings' });
  await tabs.getByLabel('Title (English)').first().fill('Mine');
  const { version } = await currentSettings(product.db);
  await product.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from users where email = 'expert@demo.vfp'`.execute(tx);
    const settings = { ...productSettings, 'general.title.en': 'Theirs', 'general.text.en': 'Their text' };
    await addSettings(tx, { replaces: version, settings, by: rows[0]?.id ?? '' });
  });
  await tabs.getByRole('button', { name: 'Save', exact: true }).click();
  await tabs.getByText(/has saved other settings/).waitFor();
  await tabs.getByText('Saved now: Theirs').waitFor();
  expect(await tabs.getByLabel('Text (English)').first().inputValue()).toBe('Their text');
  expect(await problemsHere(page, 'settings that were saved meanwhile')).toEqual([]);
  await tabs.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The settings are saved and in force').waitFor();
  const { settings } = await currentSettings(product.db);
  expect([settings['general.title.en'], settings['general.text.en']]).toEqual(['Mine', 'Their text']);
  expect(expert.problems).toEqual([]);
});
