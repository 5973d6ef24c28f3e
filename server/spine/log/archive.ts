import { type Db, firstRow, firstValue, type Tx } from '../../database/db.ts';

/** Events older than this are archived once every device seen within `cursorSeenDays` has pulled them. */
const archiveAfterDays = 90;
const cursorSeenDays = 30;
/** Events archived in one transaction. It is kept short because an open transaction holds back every feed. */
const archiveStep = 5000;

/**
 * Moves old events out of the log that pulls read. Events behind the floor exist in the projections only: a device
 * whose cursor is behind it takes a snapshot and keeps its outbox.
 */

/** A position in the log, up to which events are archived. */
interface LogPosition {
  xid: string;
  seq: number;
}

/** Archives events that are old and that every live device has pulled, in steps short enough not to delay the feed. */
export async function archiveOldEvents(db: Db): Promise<number> {
  const end = await endOfArchive(db);
  if (end === undefined) return 0;
  let archived = 0;
  for (let moved = 1; moved > 0; archived += moved) moved = await db.transaction().execute((tx) => archive(tx, end));
  return archived;
}

/**
 * Returns the position up to which events may be archived: before the first event younger than the limit, and not
 * beyond the cursor of any device seen lately. Events older than `mostDays` wait for no cursor.
 * @returns undefined when nothing may be archived
 */
async function endOfArchive(db: Db): Promise<LogPosition | undefined> {
  return await firstRow<LogPosition>(db)`
    with young as ( -- the first event that is too young
      select xid, seq from events where created_at >= now() - ${archiveAfterDays} * interval '1 day'
      order by xid, seq limit 1
    ), waiting as ( -- the first event that waits for cursors
      select xid, seq from events where created_at >= now() - ${mostDays} * interval '1 day' order by xid, seq limit 1
    ), behind as ( -- the last cursor
      select s.cursor_xid as xid, s.cursor_seq as seq from sessions s join epoch on epoch.name = s.cursor_epoch
      where s.cursor_at >= now() - ${cursorSeenDays} * interval '1 day' and s.revoked_at is null
      order by s.cursor_xid, s.cursor_seq limit 1
    )
    select e.xid::text as xid, e.seq from events e
    where e.xid < pg_snapshot_xmin(pg_current_snapshot())
      and not exists (select from young y where (y.xid, y.seq) <= (e.xid, e.seq))
      and not (exists (select from behind b where (b.xid, b.seq) < (e.xid, e.seq))
               and exists (select from waiting w where (w.xid, w.seq) <= (e.xid, e.seq)))
    order by e.xid desc, e.seq desc limit 1`;
}

/**
 * A device seen within `cursorSeenDays` has everything older than this. Older events wait for no device: a cursor is
 * only the device's claim, and one that stays at the beginning would keep the whole log forever.
 */
const mostDays = archiveAfterDays + cursorSeenDays;

/** Archives one step and moves the floor, in one transaction. */
async function archive(tx: Tx, end: LogPosition): Promise<number> {
  const value = await firstValue<number>(tx)`
    with old as (
      select seq from events where (xid, seq) <= (${end.xid}::xid8, ${end.seq}::bigint)
      order by xid, seq limit ${archiveStep}
    ), gone as (
      delete from events where seq in (select seq from old) returning *
    ), kept as (
      insert into archived_events (seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at)
      select seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at from gone returning xid, seq
    ), last as (
      select xid, seq from kept order by xid desc, seq desc limit 1
    ), floor as (
      update epoch set floor_xid = last.xid, floor_seq = last.seq from last
    )
    select count(*)::int as moved from kept`;
  return value ?? 0;
}
