import { sql } from 'kysely';
import type { CategoryChange, CategoryNode } from '#domain/assistant/wire/categories.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';
import { byLetters } from '../../database/text-search.ts';
import { noteWrites, type WritesTable } from './undoable-writes.ts';

/** Categories of Q&As, and changes of their names; see migration 0077. */

/** Table of the writes of a change. */
export const categoryWrites: WritesTable = { table: 'category_change_writes', owner: 'change_id' };

const counts = sql`count(*)::int as qnas, (count(*) filter (where status = 'published'))::int as published,
  (count(*) filter (where status <> 'published'))::int as needs_check`;

/** Returns every category of every level with its counts, by name. */
export async function readTree(db: Db | Tx): Promise<CategoryNode[]> {
  return await rowsOf<CategoryNode>(db)`
    select case grouping(medium, small) when 3 then jsonb_build_array(large)
                when 1 then jsonb_build_array(large, medium) else jsonb_build_array(large, medium, small) end as path,
           ${counts}
      from qnas group by grouping sets ((large), (large, medium), (large, medium, small))
     having not (grouping(medium) = 0 and medium = '') and not (grouping(small) = 0 and small = '')
     order by ${byLetters(sql`large`)}, ${byLetters(sql`medium`)} nulls first, ${byLetters(sql`small`)} nulls first`;
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
  await noteWrites(tx, categoryWrites, id, writes);
}

/** Returns the newest changes, newest first. */
export async function newestChanges(db: Db | Tx, most: number): Promise<CategoryChange[]> {
  return await rowsOf<CategoryChange>(db)`
    select c.id, c.from_path as "from", c.to_path as "to", c.is_merge, u.display_name as made_by, c.kept,
           ${asWire('c.made_at')} as made_at, ${asWire('c.undone_at')} as undone_at,
           (select count(*)::int from category_change_writes w where w.change_id = c.id) as qnas
      from category_changes c left join users u on u.id = c.made_by order by c.made_at desc, c.id limit ${most}`;
}

/** Returns a change that was not undone, locked until the end of the transaction; null for one that was. */
export async function lockChange(tx: Tx, id: string): Promise<{ from: string[]; to: string[] } | null | undefined> {
  const found = await firstRow<{ from: string[]; to: string[]; undone: boolean }>(tx)`
    select from_path as "from", to_path as "to", undone_at is not null as undone
      from category_changes where id = ${id} for update`;
  if (found === undefined) return undefined;
  return found.undone ? null : { from: found.from, to: found.to };
}

/** Notes that a change was undone. @param kept number of Q&As that stayed */
export async function noteUndone(tx: Tx, id: string, by: string, kept: number): Promise<void> {
  await sql`update category_changes set undone_at = now(), undone_by = ${by}, kept = ${kept} where id = ${id}`.execute(
    tx,
  );
}
