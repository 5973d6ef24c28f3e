import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitReply, ImportReply, ImportsReply, UndoReply } from '#domain/assistant/wire/qna-imports.ts';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { readQnas } from '../../../server/assistant/store/qnas.ts';
import { row, xlsxOf } from '../../support/files/office-files.ts';
import { type SignedIn, provideServer } from '../../support/servers/server.ts';

/** Q&As come from an Excel file: it is checked, mended, imported once, and undone. */

let expert: SignedIn;

const server = await provideServer();
beforeEach(async () => {
  expert = await server.signIn('expert');
});
afterEach(async () => {
  await sql`delete from qna_imports`.execute(server.db);
  await sql`delete from qnas`.execute(server.db);
});

const heads = ['Id', 'Large category', 'Question', 'Answer', 'Price'];
const file = (...rows: string[][]) =>
  xlsxOf([{ name: 'Q', data: [heads, ...rows].map((cells, i) => row(i + 1, cells)).join('') }]);

/** A file with one row, filled by a second sheet with this many digits. */
const filled = (digits: number) =>
  xlsxOf([
    { name: 'Q', data: [heads, ['', 'l', 'q?', 'a']].map((cells, i) => row(i + 1, cells)).join('') },
    { name: 'filler', data: `<!--${randomBytes(digits / 2).toString('hex')}-->` },
  ]);

/** A file with one row of exactly this many bytes: the comment of the archive has what the digits do not fill. */
function fileOf(size: number): Buffer {
  const sample = 2_000_000;
  const bytes = filled(2 * Math.floor(((size - 30_000) * sample) / filled(sample).length / 2));
  const comment = size - bytes.length;
  expect(comment > 0 && comment < 65_536).toBe(true);
  bytes.writeUInt16LE(comment, bytes.length - 2);
  return Buffer.concat([bytes, Buffer.alloc(comment, 0x20)]);
}

/** Sends a file to be checked. */
async function check(bytes: Buffer, name = 'ours.xlsx', who = expert) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${server.url}/api/v1/qnas/imports`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}`, 'x-device-id': 'a'.repeat(64) },
  });
  return {
    status: response.status,
    body: (await response.json()) as ImportReply & { code?: string; message?: string },
  };
}

/** The caller names the reply of its route. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- JSON has no type of its own
async function call<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  key?: string,
): Promise<{ status: number; body: T }> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const { status, body: reply } = await server.request(expert, method, `/qnas/imports${path}`, body, headers);
  return { status, body: reply as T };
}

const commit = (id: string, rows: 'all' | 'valid', key: string = randomUUID()) =>
  call<CommitReply>('POST', `/${id}/commit`, { rows }, key);

const rpt: QnaFields = { ...emptyQna, large: 'Testing', question: 'What is an RPT?', answer: 'A test.' };

async function store(...qnas: QnaFields[]): Promise<string[]> {
  const written = await server.db.transaction().execute((tx) =>
    writeQnas(
      tx,
      qnas.map((fields) => ({ fields })),
      { change: 'create', by: null },
    ),
  );
  return 'ids' in written ? written.ids : [];
}

const change = (id: string, answer: string) =>
  server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id, fields: { ...rpt, answer } }], { change: 'update', by: null }));

const answers = async () => (await readQnas(server.db)).map(({ question, answer }) => [question, answer] as const);

test('a file with errors is checked without writing, mended, imported once, and undone', async () => {
  const [id = ''] = await store(rpt);
  const wrong = await check(
    file(
      [id, 'Testing', 'What is an RPT?', 'A better test.', '1'],
      ['', 'Cells', 'What is aging?', '', '2'],
      ['77', '', 'q', 'a'],
    ),
  );
  expect(wrong).toMatchObject({
    status: 202,
    body: { dry_run: true, state: 'checked', rows: 3, valid: 1, updated: 1, refused: 2, file_name: 'ours.xlsx' },
  });
  expect(wrong.body.errors.map(({ row: n, column, code }) => [n, column, code])).toEqual([
    [3, 'D', 'required'],
    [4, 'A', 'unknown_id'],
    [4, 'B', 'required'],
  ]);
  expect(await commit(wrong.body.import_id, 'all')).toMatchObject({ status: 422, body: { code: 'IMPORT_INVALID' } });
  expect(await answers()).toEqual([['What is an RPT?', 'A test.']]);

  const { body: mended } = await check(
    file([id, 'Testing', 'What is an RPT?', 'A better test.'], ['', 'Cells', 'What is aging?', 'Loss of capacity.']),
  );
  expect(mended).toMatchObject({ valid: 2, errors: [], created: 1, updated: 1 });
  const key = randomUUID();
  const done = await commit(mended.import_id, 'all', key);
  expect(done).toEqual({ status: 200, body: { created: 1, updated: 1, skipped: 0, refused: 0, stale: [] } });
  expect(await commit(mended.import_id, 'all', key)).toEqual(done);
  expect(await commit(mended.import_id, 'all')).toMatchObject({ status: 409, body: { code: 'IMPORT_CLOSED' } });
  expect(await answers()).toEqual([
    ['What is an RPT?', 'A better test.'],
    ['What is aging?', 'Loss of capacity.'],
  ]);

  expect(await call<UndoReply>('POST', `/${mended.import_id}/undo`, undefined, randomUUID())).toEqual({
    status: 200,
    body: { undone: 2, kept: [] },
  });
  expect(await answers()).toEqual([['What is an RPT?', 'A test.']]);
  expect(await call('POST', `/${mended.import_id}/undo`)).toMatchObject({ status: 409 });
  const { body: list } = await call<ImportsReply>('GET', '');
  expect(list.items).toMatchObject([
    {
      import_id: mended.import_id,
      state: 'undone',
      made_by: 'expert',
      created: 1,
      updated: 1,
      undone_by: 'expert',
    },
  ]);
});

test('the valid rows can be imported without the others', async () => {
  const { body } = await check(file(['', 'l', 'one?', 'a'], ['', 'l', '', 'b']));
  expect(await commit(body.import_id, 'valid')).toMatchObject({ body: { created: 1, refused: 1 } });
  expect(await answers()).toEqual([['one?', 'a']]);
});

test('a Q&A that a colleague has changed or deleted since the check is named, not overwritten', async () => {
  const [changed = '', gone = '', same = ''] = await store(rpt, rpt, rpt);
  const { body } = await check(
    file(...[changed, gone, same].map((id) => [id, 'Testing', 'What is an RPT?', 'Of the file.'])),
  );
  await change(changed, 'Of the colleague.');
  await server.db
    .transaction()
    .execute((tx) => writeQnas(tx, [{ id: gone, fields: null }], { change: 'delete', by: null }));
  const stale = [
    { row: 2, id: changed },
    { row: 3, id: gone },
  ];
  expect(await commit(body.import_id, 'all')).toMatchObject({
    status: 409,
    body: { code: 'STALE', details: { stale } },
  });
  expect(await commit(body.import_id, 'valid')).toMatchObject({ status: 200, body: { updated: 1, stale } });
  expect((await answers()).map(([, answer]) => answer)).toEqual(['Of the colleague.', 'Of the file.']);
});

test('an undo leaves what was changed since, and names it', async () => {
  const [id = ''] = await store(rpt);
  const { body } = await check(file([id, 'Testing', 'What is an RPT?', 'Of the file.'], ['', 'l', 'new?', 'n']));
  await commit(body.import_id, 'all');
  await change(id, 'Of the colleague.');
  const undone = await call<UndoReply>('POST', `/${body.import_id}/undo`);
  expect(undone.body).toEqual({ undone: 1, kept: [{ id, question: 'What is an RPT?' }] });
  expect(await answers()).toEqual([['What is an RPT?', 'Of the colleague.']]);
  expect((await call<ImportsReply>('GET', '')).body.items[0]).toMatchObject({ kept: 1 });
});

const listOf = (head: string, ids: string[]) =>
  xlsxOf([
    {
      name: 'Q',
      data: [
        [head, 'Large category', 'Question', 'Answer'],
        ...ids.map((id, i) => [id, 'Zqx', `Imported question ${i}?`, `Answer ${i}`]),
      ]
        .map((cells, i) => row(i + 1, cells))
        .join(''),
    },
  ]);

test.each(['No', '번호', 'Id'])(
  'a list whose column "%s" counts its rows makes new Q&As and changes none',
  async (head) => {
    const [id = ''] = await store(rpt);
    const count = Array.from({ length: 3 }, (_, i) => String(Number(id) + i));
    const { body } = await check(listOf(head, count));
    expect(body).toMatchObject({ created: 3, updated: 0, refused: 0, notes: [{ code: 'not_ids', column: 'A', head }] });
    expect(body.columns[0]).toEqual({ column: 'A', head, field: null });
    await commit(body.import_id, 'all');
    expect((await answers())[0]).toEqual(['What is an RPT?', 'A test.']);
  },
);

test('a row whose id names a Q&A that asks something else is written only once it is confirmed', async () => {
  const [id = '', second = ''] = await store(rpt, { ...rpt, question: 'What is a tab?' });
  const { body } = await check(listOf('Id', [second, id]));
  expect(body).toMatchObject({ updated: 0, refused: 2, conflicts_total: 2 });
  expect(body.conflicts).toMatchObject([
    { row: 2, id: second, before: 'What is a tab?', after: 'Imported question 0?', is_confirmed: false },
    { row: 3, id, before: 'What is an RPT?', after: 'Imported question 1?', is_confirmed: false },
  ]);
  expect(await commit(body.import_id, 'all')).toMatchObject({ status: 422, body: { code: 'IMPORT_INVALID' } });

  const path = `/${body.import_id}`;
  const fields = body.columns.map(({ field }) => field);
  const one = await call<ImportReply>('PUT', path, { sheet: 0, fields, confirmed: [3] });
  expect(one.body).toMatchObject({ updated: 1, refused: 1 });
  const all = await call<ImportReply>('PUT', path, { sheet: 0, fields, confirmed: 'all' });
  expect(all.body).toMatchObject({ updated: 2, refused: 0 });
  await call<ImportReply>('PUT', path, { sheet: 0, fields, confirmed: [3] });
  expect(await commit(body.import_id, 'valid')).toMatchObject({ body: { updated: 1, refused: 1 } });
  expect(new Map(await answers())).toEqual(
    new Map([
      ['Imported question 1?', 'Answer 1'],
      ['What is a tab?', 'A test.'],
    ]),
  );
  await call<UndoReply>('POST', `${path}/undo`);
  expect(new Set((await answers()).map(([question]) => question))).toEqual(
    new Set(['What is a tab?', 'What is an RPT?']),
  );
});

test('a column can be another field, or be left out, without sending the file again', async () => {
  const { body } = await check(file(['', 'l', 'q?', 'a', 'Cells']));
  expect(body.columns.map(({ column, head, field }) => [column, head, field])).toEqual([
    ['A', 'Id', 'id'],
    ['B', 'Large category', 'large_category'],
    ['C', 'Question', 'question'],
    ['D', 'Answer', 'answer'],
    ['E', 'Price', null],
  ]);
  const path = `/${body.import_id}`;
  const fields = [null, 'large_category', 'question', null, 'answer'];
  const other = await call<ImportReply>('PUT', path, { sheet: 0, fields });
  expect(other).toMatchObject({ status: 200, body: { valid: 1, missing: [] } });
  expect(await call('PUT', path, { sheet: 1 })).toMatchObject({ status: 400 });
  expect(await call('PUT', path, { sheet: 0, fields: ['price'] })).toMatchObject({ status: 422 });
  expect(await call('PUT', path, { sheet: 0, fields: ['answer', 'answer'] })).toMatchObject({ status: 422 });
  await commit(body.import_id, 'all');
  expect(await answers()).toEqual([['q?', 'Cells']]);
  expect(await call('PUT', path, { sheet: 0, fields })).toMatchObject({ status: 409, body: { code: 'IMPORT_CLOSED' } });
});

test('10 MB are accepted and one byte more is not; only Excel files are', async () => {
  expect(await check(fileOf(importLimits.fileBytes))).toMatchObject({ status: 202, body: { created: 1 } });
  expect(await check(fileOf(importLimits.fileBytes + 1))).toMatchObject({
    status: 413,
    body: { code: 'IMPORT_TOO_LARGE', message: 'File size limited by 10MB' },
  });
  const wrong = { status: 415, body: { code: 'IMPORT_TYPE', message: 'Only allow Excel file' } };
  expect(await check(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls')).toMatchObject(wrong);
  expect(await check(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xlsx')).toMatchObject(wrong);
  expect(await check(file(['', 'l', 'q?', 'a']), 'table.csv')).toMatchObject(wrong);
  expect(await server.request(expert, 'POST', '/qnas/imports', { file: 'a' })).toMatchObject(wrong);
});

test('5,000 rows are imported and undone; a bomb is refused, and the server goes on', async () => {
  const many = Array.from({ length: importLimits.rows }, (_, i) => ['', 'l', `Question number ${i}?`, `Answer ${i}`]);
  const { status, body } = await check(file(...many));
  expect([status, body.created]).toEqual([202, importLimits.rows]);
  expect(await commit(body.import_id, 'all')).toMatchObject({ body: { created: importLimits.rows } });
  expect(await check(file(...many, ['', 'l', 'q', 'a']))).toMatchObject({
    status: 422,
    body: { code: 'IMPORT_TOO_COMPLEX', message: 'Sheet "Q" has more than 5,000 rows. Split it into several files.' },
  });
  const bomb = xlsxOf([{ name: 'Q', data: ' '.repeat(importLimits.inflatedBytes) }]);
  expect(await check(bomb)).toMatchObject({ status: 422, body: { code: 'IMPORT_TOO_COMPLEX' } });
  expect(await call<UndoReply>('POST', `/${body.import_id}/undo`)).toMatchObject({
    body: { undone: importLimits.rows },
  });
  expect(await answers()).toEqual([]);
});

test('a file that was checked and not imported is forgotten', async () => {
  const { body } = await check(file(['', 'l', 'q?', 'a']));
  await sql`update qna_imports set made_at = now() - interval '25 hours'`.execute(server.db);
  await check(file(['', 'l', 'q?', 'a']));
  expect(await call('GET', `/${body.import_id}`)).toMatchObject({ status: 404 });
});
