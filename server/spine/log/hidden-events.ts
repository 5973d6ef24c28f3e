import { type Db, firstRow } from '../../database/db.ts';

/** Number of newest events to look through: enough for those that arrive while a feed stalls. */
const looked = 5000;

/**
 * Returns for how long, in ms, the oldest committed event has been hidden from every pull, because a transaction that
 * began before it is still open; 0 when none is. Read backwards by number, which is cheap even where nothing is hidden.
 */
export async function oldestHiddenMs(db: Db): Promise<number> {
  const row = await firstRow<{ ms: number }>(db)`
    select coalesce(extract(epoch from clock_timestamp() - min(created_at)) * 1000, 0)::float8 as ms
    from (select xid, created_at from events order by seq desc limit ${looked}) e
    where e.xid >= pg_snapshot_xmin(pg_current_snapshot())
      -- Of an older history the transaction ids mean nothing.
      and e.created_at >= (select renewed_at from epoch)`;
  return Math.max(0, row?.ms ?? 0);
}
