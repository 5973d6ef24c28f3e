import { sql } from 'kysely';
import type { EmptyCombination } from '#domain/assistant/retrieval/combinations.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';

/** Combinations that have no entry in the knowledge base, and how often an answer could not offer them. */

/**
 * Counts each combination once for each time it is given. Call it last in a transaction: its rows stay locked until the
 * end, in one order, so that two transactions never wait for each other.
 */
export async function countEmptyCombinations(tx: Tx, found: readonly EmptyCombination[]): Promise<void> {
  if (found.length === 0) return;
  await sql`insert into empty_combinations as c (entry_id, kind, option, times)
    select "entryId", kind, option, count(*) from json_to_recordset(${JSON.stringify(found)}::json)
        as f ("entryId" text, kind text, option text)
     group by "entryId", kind, option order by "entryId", kind, option
    on conflict (entry_id, kind, option) do update set times = c.times + excluded.times, last_at = now()`.execute(tx);
}

/** A combination with the entry it belongs to. */
export interface EmptyCombinationRow extends EmptyCombination {
  title: string;
  /** Null without a Korean title. */
  titleKo: string | null;
  times: number;
  /** ISO 8601. */
  firstAt: string;
  lastAt: string;
}

/** Returns one page, those that were missing most often first. Entries that are not published are left out. */
export async function emptyCombinationsPage(
  db: Db,
  { page, limit, kinds }: { page: number; limit: number; kinds: string[] | undefined },
): Promise<{ items: EmptyCombinationRow[]; total: number }> {
  const from = sql`from empty_combinations c join knowledge k on k.id = c.entry_id and k.status = 'published'
    where ${kinds ?? null}::text[] is null or c.kind = any(${kinds ?? null}::text[])`;
  const rows = await rowsOf<EmptyCombinationRow>(db)`
    select c.entry_id as "entryId", k.question as title, k.ko ->> 'question' as "titleKo", c.kind, c.option, c.times,
           to_char(c.first_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstAt",
           to_char(c.last_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
      ${from} order by c.times desc, c.last_at desc, c.entry_id, c.kind, c.option
     limit ${limit} offset ${(page - 1) * limit}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}
