import { sql } from 'kysely';
import { type Db, rowsOf } from './db.ts';

/** Counts per minute of rate limits, shared by all processes. */

/**
 * Adds to the counts of a minute.
 * @param counts sorted by key, so that processes cannot deadlock
 * @returns the totals, by key
 */
export async function addToMinute(
  db: Db,
  minute: number,
  counts: readonly { key: string; more: number }[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ key: string; count: number }>(db)`
    insert into minute_counts as c (minute, key, count)
    select ${minute}::bigint, key, more
      from unnest(${counts.map(({ key }) => key)}::text[], ${counts.map(({ more }) => more)}::bigint[]) as t (key, more)
    on conflict (minute, key) do update set count = c.count + excluded.count
    returning key, count`;
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** Deletes the counts of past minutes. */
export async function forgetMinutesBefore(db: Db, minute: number): Promise<void> {
  await sql`delete from minute_counts where minute < ${minute}::bigint`.execute(db);
}
