import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { problemsHere } from '../../support/browser/axe.ts';
import { treeVersionOf } from '../../support/devices/disk.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** The failure finder on a device without a network, and after an expert has edited a tree. */

const product = await provideProduct();
const engineer = await product.device('engineer@demo.vfp');
const expert = await product.device();

const question = (page: Page, name: string) => page.getByRole('heading', { name, level: 3 });
const choose = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
const reports = async () => {
  const { rows } = await sql<{ content: string; handoff: { note: string; turns: { text: string }[] } }>`
    select data ->> 'content' as content, data -> 'handoff' as handoff from messages where data ->> 'content' like 'Failure finder:%'`.execute(
    product.db,
  );
  return rows;
};

test('I walk a tree without a network, come back after a reload, order the test and send one report', async () => {
  const { page, context } = engineer;
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('link', { name: 'Find the cause of a failure' }).click();
  await page.getByRole('link', { name: /^Swelling/ }).waitFor();
  expect(await problemsHere(page, 'trees')).toEqual([]);

  await context.setOffline(true);
  await page.getByRole('link', { name: /^Swelling/ }).click();
  await page.getByText('Stop charging the cell now.').waitFor();
  await choose(page, 'No: it is cool');
  await question(page, 'Does the thickness come back after discharge?').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/come back after discharge/);
  await page.getByText('Takes 3 hr · Low cost').waitFor();
  expect(await problemsHere(page, 'question')).toEqual([]);
  await choose(page, 'No, it stays thick');
  await choose(page, 'A soft pillow');
  await question(page, 'When did the gas appear?').waitFor();
  await page.reload();
  await question(page, 'When did the gas appear?').waitFor();
  await choose(page, 'While cycling');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await choose(page, 'In storage');
  await choose(page, 'Yes');
  await question(page, 'Decomposition of the electrolyte in storage').waitFor();
  expect(await problemsHere(page, 'finding')).toEqual([]);

  await page.getByRole('button', { name: 'Why does a cell gas during hot or fully charged storage?' }).click();
  const entry = page.getByRole('dialog', { name: 'From the knowledge base' });
  await entry.getByText('Cells gas in storage because electrolyte decomposes').waitFor();
  expect(await problemsHere(page, 'entry')).toEqual([]);
  await entry.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Order this test' }).click();
  await page.waitForURL(/Prototyping\/[\da-f-]+/);
  await page.getByText('Swelling: Decomposition of the electrolyte in storage').first().waitFor();
  await page.goto(`${product.url}/chat/failure-finder/swelling`);
  await page.getByRole('link', { name: 'Open the order' }).waitFor();

  await page.getByRole('button', { name: 'Send a report to an expert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a report to an expert' });
  await dialog.getByLabel('What else should the expert know?').fill('Lot 7, stored on a shelf at 45 °C.');
  expect(await problemsHere(page, 'report')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('link', { name: 'Open chat' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Open chat' }).waitFor();
  expect(await reports()).toEqual([]);

  await context.setOffline(false);
  await until('the report has arrived', async () => (await reports()).length > 0);
  const [report] = await reports();
  expect(report?.content).toContain('Finding: Decomposition of the electrolyte in storage');
  expect(report?.handoff).toMatchObject({ questionId: null, note: 'Lot 7, stored on a shelf at 45 °C.' });
  expect(report?.handoff.turns.map(({ text }) => text).join()).toContain('→ A soft pillow');
  const draft = async () => {
    const { rows } = await sql<{ type: string }>`
      select v.value #>> '{}' as type from orders o, jsonb_each(o.data -> 'doc') v
       where o.status = 'draft' and v.key like 'tests/%/type' and o.data #>> '{doc,title}' like 'Swelling:%'`.execute(
      product.db,
    );
    return rows.map(({ type }) => type);
  };
  await until('the draft has arrived', async () => (await draft()).length > 0);
  expect(await draft()).toEqual(['Calendar']);
  await page.getByRole('link', { name: 'Open chat' }).click();
  await page.getByText('Lot 7, stored on a shelf at 45 °C.').first().waitFor();
  await page.getByText('From the failure finder').waitFor();
  await page.getByText('Path: 5 steps').click();
  await page.getByText('→ A soft pillow').waitFor();
  expect(await problemsHere(page, 'the report in the chat')).toEqual([]);
  expect(await reports()).toHaveLength(1);
  expect(engineer.problems).toEqual([]);
});

test('an expert edits a step, meets a colleague who saved first, and devices get the new step', async () => {
  const { page } = expert;
  await signIn(page, product.url, 'expert@demo.vfp');
  await page.goto(`${product.url}/admin/knowledges-center/finder`);
  await page.getByRole('link', { name: 'Swelling' }).click();
  await page.getByRole('button', { name: 'Edit reversible' }).click();
  const form = page.getByRole('dialog', { name: 'Step reversible' });
  await form.getByLabel('Question (English)').fill('');
  await form.getByText('Write something here.').waitFor();
  expect(await problemsHere(page, 'form of a step')).toEqual([]);
  await form.getByLabel('Question (English)').fill('Is the cell as thin as before after a discharge?');
  await form.getByRole('button', { name: 'Done' }).click();
  await page.getByText('1 row changed').waitFor();
  const preview = page.getByRole('button', { name: /^No: it is cool/ });
  await preview.click();
  await question(page, 'Is the cell as thin as before after a discharge?').waitFor();
  expect(await problemsHere(page, 'editor')).toEqual([]);

  await saveAsColleague();
  await page.getByLabel('What changes and why').fill('Plainer question.');
  await page.getByRole('button', { name: 'Save version 2' }).click();
  const stale = page.getByRole('alert', { name: 'A colleague saved first' });
  await stale.and(page.locator(':focus')).waitFor();
  await stale.getByRole('row', { name: /Look and touch/ }).waitFor();
  await stale.getByRole('row', { name: /^reversible Is the cell as thin/ }).waitFor();
  expect(await problemsHere(page, 'stale')).toEqual([]);
  await stale.getByRole('button', { name: 'Continue from version 2 with my changes' }).click();
  await page.getByRole('button', { name: 'Save version 3' }).click();
  await page.getByText('Version 3 is saved').waitFor();
  await page.getByRole('row', { name: /^3 .*Plainer question/ }).waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).waitFor();

  await engineer.context.setOffline(false);
  await engineer.page.goto(`${product.url}/chat/failure-finder/swelling`);
  await until('the device has the new tree', async () => (await treeVersionOf(engineer.page, 'swelling')) === 3);
  await engineer.page.getByRole('button', { name: 'Begin anew' }).click();
  await choose(engineer.page, 'No: it is cool');
  await question(engineer.page, 'Is the cell as thin as before after a discharge?').waitFor();
  expect(expert.problems).toEqual([]);
});

/** A colleague saves version 2, with another question in another step. */
async function saveAsColleague(): Promise<void> {
  await sql`
    insert into finder_trees (id, version, tree, note)
    select id, 2, jsonb_set(tree, '{steps,3,question,en}', '"Is it soft or hard? Look and touch with gloves."'), 'Shorter.'
      from finder_trees where id = 'swelling' and version = 1`.execute(product.db);
}
