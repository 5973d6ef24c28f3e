import { sql } from 'kysely';
import type { CategoryChange, CategoryNode } from '#domain/protocol/categories.ts';
import type { QnaFields } from '#domain/qna/fields.ts';
import { asWire } from '../system/moments.ts';
import type { Db, Tx } from '../system/db.ts';

/** Categories of Q&As, and changes of their names; see migration 0077. */

const counts = sql`count(*)::int as qnas, (count(*) filter (where status = 'published'))::int as published,
  (count(*) filter (where status <> 'published'))::int as needs_check`;

/** Returns every category of every level with its counts, by name. */
export async function readTree(db: Db | Tx): Promise<CategoryNode[]> {
  const { rows } = await sql<CategoryNode>`
    select case grouping(medium, small) when 3 then jsonb_build_array(large)
                when 1 then jsonb_build_array(large, medium) else jsonb_build_array(large, medium, small) end as path,
           ${counts}
      from qnas group by grouping sets ((large), (large, medium), (large, medium, small))
     having not (grouping(medium) = 0 and medium = '') and not (grouping(small) = 0 and small = '')
     order by lower(large), large, lower(medium) nulls first, medium nulls first, lower(small) nulls first, small nulls first`.execute(
    db,
  );
  return rows;
}

/** A change, and the versions that it wrote. */
interface NewChange {
  id: string;
  by: string;
  from: readonly string[];
  to: readonly string[];
  isMerge: boolean;
  writes: readonly { qnaId: string; version: number; replaced: number }[];
}

/** Notes a change, so that it can be undone. */
export async function addChange(tx: Tx, { id, by, from, to, isMerge, writes }: NewChange): Promise<void> {
  await sql`insert into category_changes (id, made_by, from_path, to_path, is_merge)
    values (${id}, ${by}, ${JSON.stringify(from)}, ${JSON.stringify(to)}, ${isMerge})`.execute(tx);
  const rows = writes.map(({ qnaId, version, replaced }) => ({ qna_id: qnaId, version, replaced }));
  await sql`insert into category_change_writes (change_id, qna_id, version, replaced)
    select ${id}, qna_id, version, replaced
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (qna_id text, version integer, replaced integer)`.execute(
    tx,
  );
}

/** Returns the newest changes, newest first. */
export async function newestChanges(db: Db | Tx, most: number): Promise<CategoryChange[]> {
  const { rows } = await sql<CategoryChange>`
    select c.id, c.from_path as "from", c.to_path as "to", c.is_merge, u.display_name as made_by, c.kept,
           ${asWire('c.made_at')} as made_at, ${asWire('c.undone_at')} as undone_at,
           (select count(*)::int from category_change_writes w where w.change_id = c.id) as qnas
      from category_changes c left join users u on u.id = c.made_by order by c.made_at desc, c.id limit ${most}`.execute(
    db,
  );
  return rows;
}

/** Returns a change that was not undone, locked until the end of the transaction; null for one that was. */
export async function lockChange(tx: Tx, id: string): Promise<{ from: string[]; to: string[] } | null | undefined> {
  const { rows } = await sql<{ from: string[]; to: string[]; undone: boolean }>`
    select from_path as "from", to_path as "to", undone_at is not null as undone
      from category_changes where id = ${id} for update`.execute(tx);
  const found = rows[0];
  if (found === undefined) return undefined;
  return found.undone ? null : { from: found.from, to: found.to };
}

/** What a change wrote: `before` is the replaced content, `now` the stored version; null if it was deleted. */
export interface ChangeWrite {
  id: string;
  version: number;
  before: QnaFields | null;
  now: number | null;
  question: string;
}

/** Returns what a change wrote, in the order of ids. */
export async function writesOfChange(tx: Tx, id: string): Promise<ChangeWrite[]> {
  const { rows } = await sql<ChangeWrite>`
    select w.qna_id as id, w.version, b.content as before, q.version as now,
           coalesce(q.question, b.content ->> 'question', '') as question
      from category_change_writes w
      left join qna_versions b on b.qna_id = w.qna_id and b.version = w.replaced
      left join qnas q on q.id = w.qna_id
     where w.change_id = ${id} order by w.qna_id`.execute(tx);
  return rows;
}

/** Notes that a change was undone. @param kept number of Q&As that stayed */
export async function noteUndone(tx: Tx, id: string, by: string, kept: number): Promise<void> {
  await sql`update category_changes set undone_at = now(), undone_by = ${by}, kept = ${kept} where id = ${id}`.execute(
    tx,
  );
}
