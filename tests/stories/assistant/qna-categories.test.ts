import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type {
  CategoryPreviewReply,
  CategoryTreeReply,
  ChangeCategoryReply,
} from '#domain/assistant/wire/categories.ts';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { readVersions } from '../../../server/assistant/store/qna-versions.ts';
import { readQnas } from '../../../server/assistant/store/qnas.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { provideServer } from '../../support/servers/server.ts';

/** Experts rename and merge categories, see before what changes, and undo it. */

const server = await provideServer();
const expert = await server.signIn('expert');

beforeEach(async () => {
  for (const table of ['category_changes', 'qnas', 'qna_versions'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  await write('1', { large: 'Testing', medium: 'Ageing', small: 'Calendar', status: 'published' });
  await write('2', { large: 'Testing', medium: 'Ageing', small: '', status: 'published' });
  await write('3', { large: 'Testing', medium: '', small: '' });
  await write('4', { large: 'testing', medium: 'Safety', small: '' });
  await write('5', { large: 'Cell design', medium: 'Ageing', small: '', status: 'published' });
});

async function write(id: string, fields: Partial<QnaFields> | null): Promise<void> {
  const whole = fields === null ? null : { ...emptyQna, question: `Question ${id}?`, answer: 'An answer.', ...fields };
  await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id, fields: whole }], { change: 'update', by: expert.user.id }));
}

async function tree(): Promise<CategoryTreeReply> {
  const { status, body } = await server.request(expert, 'GET', '/qnas/category_tree');
  expect(status).toBe(200);
  return body as CategoryTreeReply;
}

/** Returns the categories of all Q&As by id, such as `Testing / Ageing`. */
async function places(): Promise<string[]> {
  return (await readQnas(server.db)).map(({ large, medium, small }) =>
    [large, medium, small].filter((name) => name !== '').join(' / '),
  );
}

const preview = async (from: string[], to: string[]) =>
  await server.request(expert, 'POST', '/qnas/category_changes/preview', { from, to });

async function rename(from: string[], to: string[]): Promise<string> {
  const { stamp } = (await preview(from, to)).body as CategoryPreviewReply;
  const made = await server.request(expert, 'POST', '/qnas/category_changes', { from, to, stamp });
  expect(made.status).toBe(201);
  return (made.body as ChangeCategoryReply).id;
}

const undo = (id: string) => server.request(expert, 'POST', `/qnas/category_changes/${id}/undo`);

test('the tree has every category of every level with its counts', async () => {
  const { items, ...all } = await tree();
  expect(all).toEqual({ qnas: 5, published: 3, needs_check: 2, changes: [] });
  expect(items.map(({ path, qnas, published }) => [path.join(' / '), qnas, published])).toEqual([
    ['Cell design', 1, 1],
    ['Cell design / Ageing', 1, 1],
    ['testing', 1, 0],
    ['testing / Safety', 1, 0],
    ['Testing', 3, 2],
    ['Testing / Ageing', 2, 2],
    ['Testing / Ageing / Calendar', 1, 1],
  ]);
});

test('a rename is seen before it is made, writes a version of each Q&A, and can be undone', async () => {
  const seen = (await preview(['Testing', 'Ageing'], ['Testing', ' Life '])).body;
  expect(seen).toMatchObject({ qnas: 2, is_merge: false, alike: [], to: ['Testing', 'Life'] });
  expect((seen as CategoryPreviewReply).questions.map(({ id }) => id)).toEqual(['1', '2']);
  expect(await places()).toContain('Testing / Ageing / Calendar');

  const id = await rename(['Testing', 'Ageing'], ['Testing', 'Life']);
  expect(await places()).toEqual([
    'Testing / Life / Calendar',
    'Testing / Life',
    'Testing',
    'testing / Safety',
    'Cell design / Ageing',
  ]);
  expect((await readVersions(server.db, '1', 10))[0]).toMatchObject({
    version: 2,
    change: 'category',
    note: 'Testing / Ageing → Testing / Life',
  });
  expect((await readVersions(server.db, '5', 10))[0]).toMatchObject({ version: 1 });
  expect((await tree()).changes).toMatchObject([
    { id, from: ['Testing', 'Ageing'], to: ['Testing', 'Life'], qnas: 2, is_merge: false, undone_at: null },
  ]);

  expect((await undo(id)).body).toEqual({ undone: 2, kept: [] });
  expect(await places()).toContain('Testing / Ageing / Calendar');
  expect((await readVersions(server.db, '1', 10))[0]).toMatchObject({ version: 3, change: 'undo' });
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'STALE' } });
});

test('a category is merged into another one, also of another large category', async () => {
  expect((await preview(['testing'], ['Testing'])).body).toMatchObject({ qnas: 1, is_merge: true });
  await rename(['testing'], ['Testing']);
  expect((await preview(['Testing', 'Ageing'], ['Cell design', 'Ageing'])).body).toMatchObject({ is_merge: true });
  await rename(['Testing', 'Ageing'], ['Cell design', 'Ageing']);
  expect(await places()).toEqual([
    'Cell design / Ageing / Calendar',
    'Cell design / Ageing',
    'Testing',
    'Testing / Safety',
    'Cell design / Ageing',
  ]);
});

test('a name that differs from another one only by case or spaces is pointed out', async () => {
  expect((await preview(['Cell design'], ['TESTING '])).body).toMatchObject({
    is_merge: false,
    alike: ['Testing', 'testing'],
  });
});

test('an undo leaves what was changed since, and says so', async () => {
  const id = await rename(['Testing'], ['Tests']);
  await write('2', { large: 'Tests', medium: 'Ageing', small: '', question: 'Changed since?' });
  await write('3', null);
  expect((await undo(id)).body).toEqual({
    undone: 1,
    kept: [
      { id: '2', question: 'Changed since?' },
      { id: '3', question: 'Question 3?' },
    ],
  });
  expect(await places()).toContain('Tests / Ageing');
  expect((await tree()).changes).toMatchObject([{ kept: 2 }]);
});

test('a rename is refused when a Q&A was changed since the preview, and writes nothing', async () => {
  const [from, to] = [['Testing'], ['Tests']];
  const { stamp } = (await preview(from, to)).body as CategoryPreviewReply;
  await write('2', { large: 'Testing', answer: 'Another answer.' });
  const refused = await server.request(expert, 'POST', '/qnas/category_changes', { from, to, stamp });
  expect(refused).toMatchObject({ status: 409, body: { code: 'STALE' } });
  expect(await places()).not.toContain('Tests');
});

test('names that are not allowed, and categories that are not there, are refused', async () => {
  expect(await preview(['Testing'], ['x'.repeat(81)])).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  expect(await preview(['Testing'], ['  '])).toMatchObject({ status: 422 });
  expect(await preview(['Testing'], ['Testing'])).toMatchObject({ status: 422 });
  expect(await preview(['Testing', 'Ageing'], ['Tests'])).toMatchObject({ status: 422 });
  expect(await preview(['Nothing'], ['Tests'])).toMatchObject({ status: 404 });
});
