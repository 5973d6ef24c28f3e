import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { csvOf } from '#domain/ground/csv.ts';
import { readCsv } from '#domain/ground/csv-reader.ts';
import type { ImportQuestionsReply, MeasuredVersionsReply } from '#domain/assistant/wire/question-tables.ts';
import { questionColumns } from '#domain/assistant/knowledge/qna/question-table.ts';
import { emptyQna } from '#domain/assistant/knowledge/qna/fields.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/** The question set as a file, and its figures over time. */

const file = '/admin-api/knowledge/questions/csv';

const server = await provideServer();
const expert = await server.signIn('expert');

beforeEach(async () => {
  for (const table of ['sync_runs', 'question_sets', 'index_versions', 'qnas', 'qna_versions', 'knowledge'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  await server.knowledge.reload();
  await edit('foil', 'How thick is copper foil?', 'Ten micrometers.');
  await edit('slurry', 'How long must slurry be mixed?', 'Two hours.');
});

async function edit(id: string, question: string, answer: string): Promise<void> {
  const fields = { ...emptyQna, large: 'Testing', status: 'published' as const, question, answer };
  await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id, fields }], { change: 'update', by: expert.user.id }));
}

async function ask(question: string, entryId: string | null, key: string | null = null): Promise<void> {
  await sql`insert into question_sets (set_name, key, question, entry_id, before)
    values (${key === null ? 'own' : 'starter'}, ${key}, ${question}, ${entryId}, '["and before?"]')`.execute(
    server.db,
  );
}

async function load(csv: string, check = false): Promise<ImportQuestionsReply> {
  const { status, body } = await server.request(expert, 'POST', file, { csv, check });
  expect(status).toBe(200);
  return body as ImportQuestionsReply;
}

const exported = async () => (await server.request(expert, 'GET', file)).text;

/** Returns the questions with their entries, such as `own: what is foil = foil`. */
async function stored(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select set_name || ': ' || question || ' = ' || coalesce(entry_id, 'none') as text
      from question_sets where removed_at is null order by question collate "C"`.execute(server.db);
  return rows.map(({ text }) => text);
}

test('an exported file has every column, and is imported unchanged', async () => {
  await ask('what is foil', 'foil');
  await ask('=how wide', null, 'starter-1');
  const text = await exported();
  const [heads, first] = readCsv(text);
  expect(heads?.cells).toEqual(questionColumns.map(({ head }) => head));
  expect(first?.cells.slice(1)).toEqual([
    'own',
    'what is foil',
    'and before?',
    'foil',
    'How thick is copper foil?',
    '',
    '',
  ]);
  expect(await load(text)).toMatchObject({ added: 0, changed: 0, unchanged: 2, is_done: true, problems: [] });
  expect(await stored()).toEqual(['starter: =how wide = none', 'own: what is foil = foil']);
});

test('an import adds and changes questions, and leaves those that the file lacks', async () => {
  await ask('what is foil', 'foil');
  await ask('how wide', null, 'starter-1');
  const [heads, first, second] = readCsv(await exported()).map(({ cells }) => cells);
  const changed = (second ?? []).map((cell) => (cell === 'how wide' ? 'how wide is foil' : cell));
  changed[4] = 'foil';
  const table = [heads ?? [], changed, ['', '', 'mix how long', '', 'slurry', '', 'foil', 'from the lab']];
  expect(first?.[2]).toBe('what is foil');
  const csv = csvOf(table);
  expect(await load(csv, true)).toMatchObject({ added: 1, changed: 1, unchanged: 0, is_done: false });
  expect(await stored()).toHaveLength(2);
  expect(await load(csv)).toMatchObject({ added: 1, changed: 1, is_done: true });
  expect(await stored()).toEqual([
    'starter: how wide is foil = foil',
    'own: mix how long = slurry',
    'own: what is foil = foil',
  ]);
  // The same file again: the question without an id is there, the other one has a new id.
  expect(await load(csvOf([table[0] ?? [], table[2] ?? []]))).toMatchObject({ added: 0, unchanged: 1 });
});

test('a column that counts the rows of a foreign list replaces no question', async () => {
  await ask('what is foil', 'foil');
  const id = readCsv(await exported())[1]?.cells[0] ?? '';
  const reply = await load(`Id,Question,Entry\n${id},how long is slurry mixed,slurry`);
  expect(reply).toMatchObject({ is_done: false, problems: [{ line: 2, column: 'Id', code: 'other_question' }] });
  expect(await stored()).toEqual(['own: what is foil = foil']);
  expect(await load(`Id,Question,Entry\n${id},what thickness has foil,foil`)).toMatchObject({ changed: 1 });
});

test('one wrong row writes nothing, and each error names its line and column', async () => {
  await ask('what is foil', 'foil');
  const csv = [
    'Id,Question,Entry,Also right,Colour',
    ',a good one,foil,,red',
    ',,foil,,',
    ',no entry named,,,',
    ',what is this,missing,,',
    '999999,changed,none,nowhere,',
  ].join('\n');
  const reply = await load(csv);
  expect(reply).toMatchObject({ is_done: false, problems_total: 6 });
  expect(reply.problems.map(({ line, column, code }) => `${line} ${column}: ${code}`)).toEqual([
    '1 Colour: unknown_column',
    '3 Question: required',
    '4 Entry: entry_missing',
    '5 Entry: unknown_entry',
    '6 Id: unknown_id',
    '6 Also right: unknown_entry',
  ]);
  expect(await stored()).toEqual(['own: what is foil = foil']);
  expect((await load('Entry\nfoil')).problems).toEqual([{ line: 1, column: 'Question', code: 'no_question_column' }]);
});

/** Measures and takes over. */
async function sync(): Promise<void> {
  await server.request(expert, 'POST', '/qnas/synchronizes', {});
  const state = async () => (await server.request(expert, 'GET', '/qnas/synchronizes')).body;
  await until('it is measured', async () => at(await state(), 'state') === 'ready');
  const id = String(at(await state(), 'job_id'));
  const done = await server.request(expert, 'POST', `/qnas/synchronizes/${id}/take_over`, { note: 'better' });
  expect(done.status).toBe(200);
}

test('each sync keeps the figures of each set, and says how the set has changed since the one before', async () => {
  await ask('How thick is copper foil?', 'foil');
  await sync();
  await ask('How long must slurry be mixed?', 'slurry');
  await ask('How do I bake bread?', null, 'starter-2');
  await sql`update question_sets set removed_at = now() where question = 'How thick is copper foil?'`.execute(
    server.db,
  );
  await edit('foil', 'How thick is copper foil?', 'Six micrometers.');
  await sync();
  const { body } = await server.request(expert, 'GET', '/admin-api/knowledge/questions/figures');
  const { items } = body as MeasuredVersionsReply;
  expect(items).toMatchObject([
    { number: 1, added: 0, removed: 0, figures: { in_scope: 1, recall1: 1 }, sets: [{ name: 'own' }] },
    { number: 2, added: 2, removed: 1, figures: { in_scope: 1, strangers: 1 } },
  ]);
  expect(items[1]?.sets.map(({ name, figures }) => [name, figures.in_scope, figures.strangers])).toEqual([
    ['own', 1, 0],
    ['starter', 0, 1],
  ]);
});
