import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { readQna } from '../../../server/assistant/store/qnas.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { queued, savedAnswers } from '../../support/devices/disk.ts';
import { signIn, startProduct, type Product } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** From a question without an answer to a checked one, and back to who asked. */

let product: Product;
let engineer: Device;
let expert: Device;

const question = 'How many parrots can sit on a formation rack?';
const answer = 'None. Formation racks are kept free of animals.';

beforeAll(async () => {
  product = await startProduct();
  [engineer, expert] = await Promise.all([openDevice({ viewport: phone }), openDevice({ viewport: desktop })]);
  await Promise.all([
    signIn(engineer.page, product.url, 'engineer@demo.vfp'),
    signIn(expert.page, product.url, 'expert@demo.vfp'),
  ]);
  // A few questions are enough to measure with.
  await sql`delete from question_sets where id not in (select id from question_sets order by id limit 10)`.execute(
    product.db,
  );
});

afterAll(async () => {
  await Promise.all([engineer?.close(), expert?.close()]);
  await product?.close();
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
});

test('the answer of a later sync is there at once, and that of the earlier one after a rollback, without a network too', async () => {
  const { page } = engineer;
  const desk = expert.page;
  await page.goto(`${product.url}/chat/general?c=new`);
  const firstAnswer = page.getByText(answer);
  const secondAnswer = page.getByText('One, if it is a small parrot.');
  await edit('One, if it is a small parrot.');
  await sync(desk, 'A small parrot');
  await askAgain();
  await secondAnswer.waitFor();
  expect(await firstAnswer.count()).toBe(0);
  await page.getByText('Do you like this answer?').waitFor();
  await onDevice('One, if it is a small parrot.');
  await withoutNetwork(async () => {
    await askAgain();
    await expect.poll(() => secondAnswer.count()).toBe(2);
  });

  const { rows } = await sql<{ number: number }>`
    select number from index_versions where note = 'The first parrots'`.execute(product.db);
  await desk.goto(`${product.url}/admin/knowledges-center/sync`);
  const back = `Bring back version ${rows[0]?.number ?? 0}`;
  await desk.getByRole('button', { name: back }).click();
  const sure = desk.getByRole('dialog', { name: `${back}?` });
  await sure.getByLabel('Why it is brought back').fill('No parrots at all');
  await sure.getByRole('button', { name: back }).click();
  await desk.getByRole('row', { name: /No parrots at all/ }).waitFor();
  await onDevice(answer);
  await withoutNetwork(async () => {
    await askAgain();
    await expect.poll(() => firstAnswer.count()).toBe(1);
  });
  await askAgain();
  await expect.poll(() => firstAnswer.count()).toBe(2);
  expect(await secondAnswer.count()).toBe(2);
  expect([...engineer.problems, ...expert.problems]).toEqual([]);
});

/** Asks the question in the open conversation. */
async function askAgain(): Promise<void> {
  await engineer.page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await engineer.page.keyboard.press('Enter');
}

/** Writes another answer, as an expert does. */
async function edit(text: string): Promise<void> {
  await product.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from qnas where question = ${question}`.execute(tx);
    const id = rows[0]?.id ?? '';
    const qna = await readQna(tx, id);
    if (qna === undefined) throw new Error(`there is no Q&A ${question}`);
    await writeQnas(tx, [{ id, fields: { ...qna, answer: text } }], { change: 'update', by: null });
  });
}

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

/** Waits until the engineer's device has this answer for questions without a network. */
async function onDevice(text: string): Promise<void> {
  await expect.poll(() => savedAnswers(engineer.page)).toContain(text);
}

async function withoutNetwork(work: () => Promise<void>): Promise<void> {
  await engineer.context.setOffline(true);
  await work();
  await engineer.context.setOffline(false);
  await expect.poll(() => queued(engineer.page)).toBe(0);
}

test('a group is added to a Q&A as another way to ask, which can be undone', async () => {
  const { page } = engineer;
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Why do violins hum in a dry room?');
  await page.keyboard.press('Enter');
  await page.getByText('The knowledge base has no checked answer to this.').first().waitFor();
  const desk = expert.page;
  await desk.setViewportSize(phone);
  await desk.goto(`${product.url}/admin/records`);
  const group = desk.getByRole('row').filter({ hasText: 'violins' });
  await group.waitFor();
  await group.getByRole('link').click();
  await desk.getByRole('button', { name: 'Add as another way to ask' }).click();
  await desk.getByRole('searchbox').last().fill('4680 diameter');
  await desk.getByRole('radio', { name: /^What do the numbers in 18650, 21700 and 4680 mean/ }).check();
  expect(await problemsHere(desk, 'another way to ask')).toEqual([]);
  await desk.getByRole('button', { name: 'Add to this Q&A' }).click();
  await desk.getByText('Added. It is used after the next sync.').waitFor();
  await expect.poll(() => group.count()).toBe(0);
  await desk.getByRole('button', { name: 'Undo' }).click();
  await group.waitFor();
  expect(expert.problems).toEqual([]);
});

test('of two questions in one row, one is not for us and the other stays', async () => {
  const { page } = engineer;
  const asked = [
    'Which glue holds a rubidium separator to a zinc plate?',
    'What glue holds the rubidium separator on zinc plates?',
  ];
  for (const text of asked) {
    await page.goto(`${product.url}/chat/general?c=new`);
    await page.getByRole('textbox', { name: 'Your question' }).fill(text);
    await page.keyboard.press('Enter');
    await until('it is recorded', async () => {
      const { rows } = await sql`select from question_records
        where text = ${text} and outcome in ('none', 'suggested')`.execute(product.db);
      return rows.length > 0;
    });
  }
  await sql`update question_records set entry_id = '1' where text like '%rubidium%'`.execute(product.db);
  const desk = expert.page;
  await desk.setViewportSize(phone);
  await desk.goto(`${product.url}/admin/records?q=glue`);
  await desk.getByText('1 row', { exact: true }).waitFor();
  await desk.getByRole('row').filter({ hasText: 'glue' }).getByRole('link').click();
  await desk.getByText('Choose the questions that have one answer.').waitFor();
  await desk.getByRole('checkbox', { name: /^Choose: Which glue/ }).check();
  expect(await problemsHere(desk, 'a chosen question')).toEqual([]);
  await desk.getByRole('button', { name: 'Not for us' }).click();
  await desk.getByRole('dialog').getByText('1 question of 1 asker').waitFor();
  await desk.getByRole('button', { name: 'Undo' }).last().click();
  await desk.getByRole('dialog').getByText('2 questions of 1 asker').waitFor();
  expect(expert.problems).toEqual([]);
});
