import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, phone, type Device } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** From a question without an answer to a checked one, and back to who asked. */

const product = await provideProduct();
const engineer = await product.device('engineer@demo.vfp', { viewport: phone });
const expert = await product.device('expert@demo.vfp', { viewport: desktop });

const question = 'How many parrots can sit on a formation rack?';
const answer = 'None. Formation racks are kept free of animals.';

beforeAll(async () => {
  // A few questions are enough to measure with.
  await sql`delete from question_sets where id not in (select id from question_sets order by id limit 10)`.execute(
    product.db,
  );
});

test('a question without an answer is disliked, becomes a Q&A, and whoever asked is told and gets the answer', async () => {
  const { page } = engineer;
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByText('The knowledge base has no checked answer to this.').first().waitFor();
  await page.getByText('Do you like this answer?').last().waitFor();
  await page.getByRole('button', { name: 'I do not like this answer' }).last().click();
  await page.getByLabel('We would like to hear more from you!').fill('I need a number.');
  await page.locator('output').getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('output').getByText('Thank you for your feedback.').waitFor();

  const desk = expert.page;
  await desk.goto(`${product.url}/admin/records`);
  const group = desk.getByRole('row').filter({ hasText: question });
  await group.waitFor();
  expect(await problemsHere(desk, 'what people did not find')).toEqual([]);
  await group.getByRole('link').click();
  const sheet = desk.getByRole('dialog', { name: question });
  await sheet.getByText('I need a number.').waitFor();
  expect(await problemsHere(desk, 'a group')).toEqual([]);
  await sheet.getByRole('link', { name: 'Create Q&A' }).click();
  const form = desk.getByRole('dialog', { name: 'Add a new Q&A' });
  expect(await form.getByLabel('Question', { exact: true }).inputValue()).toBe(question);
  await form.getByRole('combobox', { name: 'Large category' }).fill('Parrots');
  await desk.getByRole('option', { name: 'Create and use category: Parrots' }).click();
  await form.getByLabel('Answer', { exact: true }).fill(answer);
  await form.getByLabel('Status').selectOption('published');
  await desk.keyboard.press('Control+Enter');
  await desk.getByText('Create Q&A success').waitFor();
  await desk.goto(`${product.url}/admin/records?state=settled`);
  const settled = desk.getByRole('row').filter({ hasText: question });
  await settled.getByRole('link').click();
  await desk.getByText('The askers are told when this Q&A is published and synced.').waitFor();

  // Who asked has gone on to another conversation: a notice and the list of conversations lead back.
  await page.goto(`${product.url}/chat/general?c=new`);
  await sync(desk, 'The first parrots');
  const notice = page.locator('output').filter({ hasText: `There is a checked answer now${question}` });
  await notice.waitFor();
  await page.getByRole('button', { name: /^Past conversations\s*\d+ unread$/ }).click();
  const entry = page.getByRole('dialog').getByRole('listitem').filter({ hasText: question });
  await entry.getByText('There is a checked answer now to what you asked earlier.').waitFor();
  await entry.getByText('1 unread').waitFor();
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Show it' }).click();
  await page.waitForURL(/\?c=.*&m=/);
  await page.getByText('There is a checked answer now to what you asked earlier.').waitFor();
  await notice.waitFor({ state: 'detached' });
  await page.getByText('Ask it again').waitFor();
  expect(await problemsHere(page, 'a checked answer')).toEqual([]);
  await page.getByRole('button', { name: question }).click();
  await page.getByText(answer).waitFor();

  await desk.goto(`${product.url}/admin/records?view=all`);
  await desk.getByRole('row').filter({ hasText: 'Answered' }).first().waitFor();
  await desk.getByRole('searchbox', { name: 'Search via question, comment, asker or entry' }).fill('parrots');
  await desk.waitForURL(/\/admin\/records\?view=all&q=parrots$/);
  await desk.getByText('2 questions', { exact: true }).waitFor();
  await desk.getByRole('row').filter({ hasText: 'Answered' }).first().waitFor();
  expect(await problemsHere(desk, 'all questions')).toEqual([]);
  expect([...engineer.problems, ...expert.problems]).toEqual([]);
});

/** Makes what experts have edited what the assistant answers from, with this note in the history. */
async function sync(desk: Device['page'], note: string): Promise<void> {
  await desk.goto(`${product.url}/admin/knowledges-center/sync`);
  await desk.getByRole('button', { name: 'Sync Q&A data' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Sync Q&A data' });
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use this version' }).waitFor();
  await dialog.getByLabel(/Note for the history|Why it should/).fill(note);
  await dialog.getByRole('button', { name: 'Use this version' }).click();
  await desk.getByRole('row', { name: new RegExp(note) }).waitFor();
}
