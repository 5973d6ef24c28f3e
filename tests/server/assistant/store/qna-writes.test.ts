import { afterAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { type QnaWrite, writeQnas } from '../../../../server/assistant/store/qna-writes.ts';
import { readQna } from '../../../../server/assistant/store/qnas.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';

const database = await freshDatabase();
afterAll(() => database.close());

const rpt: QnaFields = {
  ...emptyQna,
  large: 'Testing',
  question: 'What is an RPT?',
  answer: 'A reference parameter test.',
  alternatives: ['RPT meaning'],
  checkBy: '2027-01-31',
  koQuestion: 'RPT란?',
  koAnswer: '기준 시험입니다.',
};

function write(...writes: QnaWrite[]) {
  return database.db
    .transaction()
    .execute((tx) => writeQnas(tx, writes, { change: 'update', by: null, note: 'because' }));
}

test('what an expert writes is read back whole, with a number above those of the product', async () => {
  const written = await write({ fields: rpt });
  const [id = ''] = 'ids' in written ? written.ids : [];
  expect(Number(id)).toBeGreaterThan(100_000);
  expect(await readQna(database.db, id)).toMatchObject({ ...rpt, id, version: 1, updatedBy: null });
});

test('whoever saves over a version that a colleague has replaced gets that one, and nothing is written', async () => {
  await write({ id: 'stale', fields: rpt }, { id: 'other', fields: rpt });
  await write({ id: 'stale', version: 1, fields: { ...rpt, answer: 'of the colleague' } });
  const refused = await write(
    { id: 'other', version: 1, fields: { ...rpt, answer: 'mine too' } },
    { id: 'stale', version: 1, fields: { ...rpt, answer: 'mine' } },
  );
  expect(refused).toMatchObject({ stale: [{ id: 'stale', now: { version: 2, answer: 'of the colleague' } }] });
  expect(await readQna(database.db, 'other')).toMatchObject({ version: 1 });
});

test('all versions are kept, also of a Q&A that was deleted and made again', async () => {
  await write({ id: 'kept', fields: rpt });
  await write({ id: 'kept', version: 1, fields: { ...rpt, answer: 'second' } });
  await write({ id: 'kept', version: 2, fields: null });
  expect(await readQna(database.db, 'kept')).toBeUndefined();
  await write({ id: 'kept', fields: rpt });
  const { rows } = await sql<{ version: number; answer: string | null }>`
    select version, content ->> 'answer' as answer from qna_versions where qna_id = 'kept' order by version`.execute(
    database.db,
  );
  expect(rows.map(({ version, answer }) => [version, answer])).toEqual([
    [1, rpt.answer],
    [2, 'second'],
    [3, null],
    [4, rpt.answer],
  ]);
});
