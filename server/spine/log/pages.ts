import { sql } from 'kysely';
import { hasNavigatorPass, isStaff } from '#domain/account/permissions.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { type Db, rowsOf } from '../../database/db.ts';

/**
 * The statement that reads the events after a position, ordered by (xid, seq). The page stops before the oldest
 * transaction that may still commit. That limit is read in the same statement, so no event can appear later before one
 * already delivered.
 */

/** User who asks for events, and the position after which they begin. */
export interface Asker {
  user: User;
  cursor: Cursor;
}

/** A page as it is read. */
export interface PageRow {
  xmin: string;
  xmax: string;
  epoch: string;
  floor_xid: string;
  floor_seq: number;
  /** The page's events as JSON text, separated by commas; null when there are none. */
  events: string | null;
  size: number;
  /** The position of the last of them. */
  xid: string | null;
  seq: number;
  /** The user's last recorded visibility, and the transaction it began with; null before the first change. */
  sight: string | null;
  sight_xid: string | null;
}

/**
 * One event as the JSON of a `WireEvent`. PostgreSQL builds it, because event data is stored as the text that goes over
 * the wire: a page as one text costs this process a tenth of what its rows would.
 */
const eventText = sql`concat(
  '{"pos":{"epoch":"', epoch.name, '","xid":"', e.xid, '","seq":', e.seq, '},"stream":"', e.stream, '","sseq":', e.sseq,
  ',"type":"', e.type, '","v":', e.v, ',"data":', e.data, ',"cmdId":', coalesce('"' || e.cmd_id || '"', 'null'), '}')`;

/**
 * Reads a page for each asker in one statement, together with the snapshot of the statement. Its text is the same for
 * any number of askers, so that each connection plans it once.
 */
export async function readPages(db: Db, askers: readonly Asker[], limit: number): Promise<PageRow[]> {
  const asked = sql`unnest(
    ${askers.map(({ user }) => user.id)}::uuid[], ${askers.map(({ user }) => isStaff(user))}::boolean[],
    ${askers.map(({ user }) => (hasNavigatorPass(user) ? user.company_id : null))}::int[],
    ${askers.map(({ cursor }) => cursor.xid)}::xid8[], ${askers.map(({ cursor }) => cursor.seq)}::bigint[]
  ) with ordinality`;
  const after = sql`(e.xid, e.seq) > (a.xid, a.seq) and e.xid < s.xmin`;
  const columns = sql`e.xid, e.seq, e.stream, e.sseq, e.type, e.v, e.data, e.cmd_id`;
  const mine = sql`array(
    select 'user:' || a.user_id
    union all select 'catalog'
    union all select 'room:' || m.room_id from room_members m where m.user_id = a.user_id
    union all select 'order:' || o.id from orders o where o.owner_id = a.user_id or o.company_id = a.company_id)`;
  // Staff get two ordered branches, each with its own index; together they are "mine or staff". Others get the second.
  const visible = sql`select * from (
      (select ${columns} from events e where a.staff and e.staff and ${after} order by e.xid, e.seq limit ${limit})
      union all
      (select ${columns} from events e
       where not (a.staff and e.staff) and e.stream = any(${mine}) and ${after}
       order by e.xid, e.seq limit ${limit})
    ) e order by e.xid, e.seq limit ${limit}`;
  const rows = await rowsOf<PageRow>(db)`
    with s as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as xmin, pg_snapshot_xmax(pg_current_snapshot()) as xmax
    ), a as materialized (select * from ${asked} as a (user_id, staff, company_id, xid, seq, i))
    select s.xmin::text as xmin, s.xmax::text as xmax, epoch.name as epoch, epoch.floor_xid::text as floor_xid,
           epoch.floor_seq, u.sight, u.sight_xid::text as sight_xid, page.size, page.xid, page.seq, page.events
    from s cross join epoch cross join a left join users u on u.id = a.user_id
      cross join lateral (
        with page as materialized (${visible})
        select (select count(*)::int from page) as size, last.xid::text as xid, last.seq,
               (select string_agg(${eventText}, ',' order by e.xid, e.seq) from page e) as events
        from (values (1)) one left join lateral (select xid, seq from page order by xid desc, seq desc limit 1) last on true
      ) page
    order by a.i`;
  if (rows.length < askers.length) throw new Error('the epoch row is missing');
  return rows;
}
