import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readQna } from '../../../server/assistant/store/qnas.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** The sync of edited Q&As, as an expert sees it, and what it changes for a customer on another device. */

const product = await provideProduct();
const expert = await product.device();
const customer = await product.device();
beforeAll(async () => {
  // A few questions are enough here.
  await sql`delete from question_sets where id not in (select id from question_sets order by id limit 10)`.execute(
    product.db,
  );
});

/** Writes another answer, as an expert does. */
async function edit(answer: string): Promise<void> {
  await product.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from qnas where question = ${question}`.execute(tx);
    const id = rows[0]?.id ?? '';
    const qna = await readQna(tx, id);
    if (qna === undefined) throw new Error(`there is no Q&A ${question}`);
    await writeQnas(tx, [{ id, fields: { ...qna, answer } }], { change: 'update', by: null });
  });
}

let question = '';

let asked = 0;

/** Asks on the customer's device. @returns the new answer */
async function answered(): Promise<string> {
  const { page } = customer;
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  asked++;
  const answers = page.getByText(/The sentinel answer, \w+ version\./);
  await expect.poll(() => answers.count()).toBe(asked);
  return await answers.last().innerText();
}

test('I sync an edited Q&A, a customer gets the new text, and a rollback brings the old one back', async () => {
  const { rows } = await sql<{ question: string }>`
    select question from knowledge where status = 'published' order by id limit 1`.execute(product.db);
  question = rows[0]?.question ?? '';
  const { page } = expert;
  await signIn(page, product.url, 'expert@demo.vfp');
  await signIn(customer.page, product.url, 'engineer@demo.vfp');
  await customer.page.goto(`${product.url}/chat/general`);
  await edit('The sentinel answer, first version.');
  await page.goto(`${product.url}/admin/knowledges-center/sync`);
  await page.getByText('1 changed').first().waitFor();
  expect(await problemsHere(page, 'the sync')).toEqual([]);

  await page.getByRole('button', { name: 'Sync Q&A data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sync Q&A data' });
  await dialog.getByText('Are you sure you want to sync data with AI database?').waitFor();
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use this version' }).waitFor();
  expect(await problemsHere(page, 'the comparison')).toEqual([]);
  const reason = dialog.getByLabel(/Note for the history|Why it should/);
  await reason.fill('A better text');
  await dialog.getByRole('button', { name: 'Use this version' }).click();
  await page.getByText('Sync Q&A data success').waitFor();
  const made = page.getByRole('row', { name: /A better text/ }).locator('time');
  expect(await made.innerText()).toMatch(/\d\d:\d\d$/);
  expect(await made.getAttribute('title')).toMatch(/^\w+day, \w+ \d+, \d{4} at \d\d:\d\d$/);
  expect(await answered()).toContain('first version');

  await edit('The sentinel answer, second version.');
  await page.reload();
  await page.getByRole('button', { name: 'Sync Q&A data' }).click();
  await dialog.getByRole('checkbox', { name: 'Use it without asking when nothing gets worse' }).check();
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await page.getByText('Sync Q&A data success').waitFor();
  expect(await answered()).toContain('second version');

  await page.getByRole('button', { name: 'Bring back version 2' }).click();
  const sure = page.getByRole('dialog', { name: 'Bring back version 2?' });
  await sure.getByRole('button', { name: 'Bring back version 2' }).click();
  await sure.getByText('Say why, in your own words.').waitFor();
  await sure.getByLabel('Why it is brought back').fill('The second text is wrong');
  expect(await problemsHere(page, 'the rollback')).toEqual([]);
  await sure.getByRole('button', { name: 'Bring back version 2' }).click();
  await page.getByRole('row', { name: /The second text is wrong/ }).waitFor();
  expect(await answered()).toContain('first version');
  expect([...expert.problems, ...customer.problems]).toEqual([]);
});

test('a sync that I close goes on in a line of the page, which opens it and says how it ended', async () => {
  const { page } = expert;
  await page.goto(`${product.url}/admin/knowledges`);
  // Measuring takes as long as this test wants.
  let isHeld = false;
  await page.route('**/qnas/synchronizes', async (route) => {
    const isStart = route.request().method() === 'POST';
    if (isStart) isHeld = true;
    const reply = await route.fetch();
    const body: object = await reply.json();
    const held = isHeld && !isStart ? { state: 'measuring', progress: 0.4 } : {};
    await route.fulfill({ response: reply, json: { ...body, ...held } });
  });
  await edit('The sentinel answer, first version.');
  await page.getByRole('button', { name: 'Sync Q&A data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sync Q&A data' });
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close, the sync goes on' }).click();
  const line = page.getByText('The sync is running, step 2 of 2: 40 % of the questions were asked.');
  await line.waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.getByRole('progressbar').waitFor();
  await page.keyboard.press('Escape');
  await line.waitFor();
  expect(await problemsHere(page, 'a running sync')).toEqual([]);
  const places = page.getByRole('navigation', { name: 'Knowledge base' });
  await places.getByRole('link', { name: 'Knowledge Center' }).click();
  await page.getByRole('navigation', { name: 'Parts of the Knowledge Center' }).waitFor();
  await line.waitFor();
  isHeld = false;
  await page.getByText(/^\d\d:\d\d: Nothing differs: the assistant answers from all Q&As already\.$/).waitFor();
  await places.getByRole('link', { name: 'Records' }).click();
  await page.waitForURL('**/admin/records');
  await places.getByRole('link', { name: 'Knowledges' }).click();
  await page.getByRole('heading', { name: 'Q&A Managements' }).waitFor();
  await page.getByText(/Nothing differs/).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  expect(await page.getByText(/Nothing differs/).count()).toBe(0);
  await page.unroute('**/qnas/synchronizes');
  expect(expert.problems).toEqual([]);
});

test('in the dark theme an empty checkbox has the border of the controls beside it', async () => {
  const { page } = expert;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${product.url}/admin/knowledges`);
  const box = page.getByRole('checkbox', { name: 'Check is due' });
  const [ofBox, ofButton] = await Promise.all(
    [box, page.getByRole('button', { name: 'Import data' })].map((control) =>
      control.evaluate((element) => getComputedStyle(element).borderColor),
    ),
  );
  expect(ofBox).toBe(ofButton);
  expect(await box.evaluate((element) => getComputedStyle(element).appearance)).toBe('none');
  await page.emulateMedia({ colorScheme: 'light' });
});

test('I test a question, see why it is answered, and add it to the question set', async () => {
  const { page } = expert;
  await page.goto(`${product.url}/admin/knowledges-center/test`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Type a question.').waitFor();
  await page.getByLabel('Question', { exact: true }).fill('how thick is copper foil');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText(/Confidence \d/).waitFor();
  expect(await problemsHere(page, 'the retrieval test')).toEqual([]);
  await page
    .getByRole('button', { name: /The question should find/ })
    .first()
    .click();
  await page.getByText('Added to the question set').waitFor();
  await page.getByRole('link', { name: 'Question set' }).click();
  const row = page.getByRole('row', { name: /how thick is copper foil/ });
  await row.getByText('Added by staff').waitFor();
  expect(await problemsHere(page, 'the question set')).toEqual([]);
  await row.getByRole('button', { name: /Remove the question/ }).click();
  await expect.poll(() => row.count()).toBe(0);
  expect(expert.problems).toEqual([]);
});

test('on a phone the line about a sync to review is as wide as the page, and the four buttons above it share two rows', async () => {
  const { page } = expert;
  await page.route('**/qnas/synchronizes', async (route) => {
    const reply = await route.fetch();
    const body: object = await reply.json();
    await route.fulfill({ response: reply, json: { ...body, state: 'ready' } });
  });
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/admin/knowledges`);
  const line = page.getByText('A sync was measured.');
  await line.waitFor();
  const [text, button] = await Promise.all(
    [line, page.getByRole('button', { name: 'Review the result of the sync' })].map((each) => each.boundingBox()),
  );
  expect(text?.width).toBeGreaterThan(phone.width / 2);
  expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  const tools = page.getByRole('button', { name: 'Sync Q&A data' }).locator('xpath=..').getByRole('button');
  const edges = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().left));
  expect([edges.length, new Set(edges).size]).toEqual([4, 2]);
  await page.setViewportSize(desktop);
  await page.unroute('**/qnas/synchronizes');
});
