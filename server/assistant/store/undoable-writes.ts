import { sql } from 'kysely';
import type { QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { rowsOf, type Tx } from '../../database/db.ts';

/** Writes of a change of many Q&As, kept so that it can be undone: an import, or a change of a category. */

/** The table that has the writes of one kind of change, and its column with the change's id. */
export interface WritesTable {
  table: 'qna_import_writes' | 'category_change_writes';
  owner: 'import_id' | 'change_id';
}

/**
 * Write of one Q&A: `replaced` is the version that it replaced, null for a new Q&A, with its content `before`; `now` is
 * the stored version, null if it was deleted.
 */
export interface UndoableWrite {
  id: string;
  version: number;
  replaced: number | null;
  before: QnaFields | null;
  now: number | null;
  question: string;
}

/** Notes what a change has written. */
export async function noteWrites(
  tx: Tx,
  { table, owner }: WritesTable,
  id: string,
  writes: readonly { qnaId: string; version: number; replaced: number | null }[],
): Promise<void> {
  const rows = writes.map(({ qnaId, version, replaced }) => ({ qna_id: qnaId, version, replaced }));
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, qna_id, version, replaced)
    select ${id}, qna_id, version, replaced
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (qna_id text, version integer, replaced integer)`.execute(
    tx,
  );
}

/** Returns what a change has written, in the order of ids. */
export async function writesOf(tx: Tx, { table, owner }: WritesTable, id: string): Promise<UndoableWrite[]> {
  return await rowsOf<UndoableWrite>(tx)`
    select w.qna_id as id, w.version, w.replaced, b.content as before, q.version as now,
           coalesce(q.question, n.content ->> 'question', '') as question
      from ${sql.table(table)} w
      left join qna_versions b on b.qna_id = w.qna_id and b.version = w.replaced
      left join qna_versions n on n.qna_id = w.qna_id and n.version = w.version
      left join qnas q on q.id = w.qna_id
     where w.${sql.ref(owner)} = ${id} order by w.qna_id`;
}
