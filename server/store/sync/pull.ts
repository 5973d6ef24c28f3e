import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { limits } from '#domain/limits.ts';
import { hasNavigatorPass, isStaff, mayKeepAnswers } from '#domain/permissions.ts';
import { type Cursor, type PullReply, type WireEvent, comparePositions, laterPosition } from '#domain/protocol/sync.ts';
import { rightsKeyOf } from '#domain/rights-key.ts';
import type { User } from '#domain/users.ts';
import { renewEpochIfBehind } from '../system/epoch.ts';
import { handedOut, noteHandedOut } from './handed-out.ts';
import type { Db } from '../system/db.ts';

/**
 * Reads the events after a position in one statement, ordered by (xid, seq). The page stops before the oldest
 * transaction that may still commit. That limit is read in the same statement, so no event can appear later before one
 * already delivered.
 */

interface Row {
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

/** A page of the log, with its events already as JSON text; or what the device must do instead. */
export type Pulled =
  | { events: string; next: Cursor; more: boolean; standing: string }
  | Exclude<PullReply, { events: WireEvent[] }>;

/** Returns the JSON text of a `PullReply`. */
export function pullText(pulled: Pulled): string {
  if (!('events' in pulled)) return JSON.stringify(pulled);
  const { events, next, more, standing } = pulled;
  return `{"events":[${events}],"next":${JSON.stringify(next)},"more":${more},"standing":${JSON.stringify(standing)}}`;
}

/**
 * Returns the next page of events that this user may see, or what the device must do instead.
 * @param limit maximum number of events
 */
export async function pull(db: Db, user: User, cursor: Cursor, limit: number): Promise<Pulled> {
  // Positions handed out before the page's snapshot was taken lie within that snapshot, unless an older database was
  // restored.
  const before = handedOut(db);
  const page = await pageInSight(db, user, cursor, Math.min(limit, limits.pullEvents));
  const { epoch, xmin, xmax, size } = page;
  const end = { epoch, xid: xmax, seq: Number.MAX_SAFE_INTEGER };
  if (before?.epoch === epoch && comparePositions(before, end) > 0 && (await renewEpochIfBehind(db, before)))
    return { epochChanged: true, epoch };
  // Only this device gets a new epoch: a cursor ahead of the log is the device's claim and has no effect on others.
  if (cursor.epoch !== epoch || comparePositions(cursor, end) > 0) return { epochChanged: true, epoch };
  noteHandedOut(db, { epoch, xid: xmin, seq: 0 });
  const floor = { epoch, xid: page.floor_xid, seq: page.floor_seq };
  if (comparePositions(cursor, floor) < 0) return { snapshotRequired: true, floor };
  const last = page.xid === null ? undefined : { epoch, xid: page.xid, seq: page.seq };
  if (pictureOf(page, cursor) === 'old')
    return { snapshotRequired: true, floor: { epoch, xid: page.sight_xid ?? xmin, seq: 0 } };
  const more = size >= limit && last !== undefined;
  // A page that is not full covers everything before xmin. An empty one never moves the cursor back.
  const next = more ? last : laterPosition(cursor, { epoch, xid: xmin, seq: 0 });
  return { events: page.events ?? '', next, more, standing: rightsKeyOf(user) };
}

/** Returns the page, after recording what this user can see. */
async function pageInSight(db: Db, user: User, cursor: Cursor, limit: number): Promise<Row> {
  let page = await readPage(db, user, cursor, limit);
  if (page.sight !== sightOf(user)) {
    await noteSight(db, user);
    page = await readPage(db, user, cursor, limit);
  }
  for (let waitMs = 10; waitMs < 200 && pictureOf(page, cursor) === 'not yet new'; waitMs *= 2) {
    await setTimeout(waitMs);
    page = await readPage(db, user, cursor, limit);
  }
  return page;
}

/**
 * Returns whether the device's data matches what its user can see now. If not, the device starts over from a snapshot,
 * but only once a snapshot would include the change: while a transaction older than the change is running, usually for
 * milliseconds, the device would have to start over again.
 */
function pictureOf({ epoch, xmin, sight_xid: changed }: Row, cursor: Cursor): 'present' | 'old' | 'not yet new' {
  if (changed === null || cursor.epoch !== epoch || BigInt(cursor.xid) > BigInt(changed)) return 'present';
  return BigInt(xmin) > BigInt(changed) ? 'old' : 'not yet new';
}

/**
 * One event as the JSON of a `WireEvent`. PostgreSQL builds it, because event data is stored as the text that goes over
 * the wire: a page as one text costs this process a tenth of what its rows would.
 */
const eventText = sql`concat(
  '{"pos":{"epoch":"', epoch.name, '","xid":"', e.xid, '","seq":', e.seq, '},"stream":"', e.stream, '","sseq":', e.sseq,
  ',"type":"', e.type, '","v":', e.v, ',"data":', e.data, ',"cmdId":', coalesce('"' || e.cmd_id || '"', 'null'), '}')`;

/** Reads the page, together with the snapshot of the statement. */
async function readPage(db: Db, user: User, cursor: Cursor, limit: number): Promise<Row> {
  const company = hasNavigatorPass(user) ? user.company_id : null;
  const after = sql`(e.xid, e.seq) > (${cursor.xid}::xid8, ${cursor.seq}::bigint) and e.xid < s.xmin`;
  const columns = sql`e.xid, e.seq, e.stream, e.sseq, e.type, e.v, e.data, e.cmd_id`;
  const own = sql`select ${columns} from events e
    where e.stream = any(array(select stream from mine)) and ${after} order by e.xid, e.seq limit ${limit}`;
  // Staff get two ordered branches, each with its own index; together they are "mine or staff".
  const visible = isStaff(user)
    ? sql`select * from (
        (select ${columns} from events e where e.staff and ${after} order by e.xid, e.seq limit ${limit})
        union all
        (select ${columns} from events e
         where not e.staff and e.stream = any(array(select stream from mine)) and ${after}
         order by e.xid, e.seq limit ${limit})
      ) e order by e.xid, e.seq limit ${limit}`
    : own;
  const { rows } = await sql<Row>`
    with s as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as xmin, pg_snapshot_xmax(pg_current_snapshot()) as xmax
    ), mine as materialized (
      select 'user:' || ${user.id}::text as stream
      union all select 'catalog'
      union all select 'room:' || m.room_id from room_members m where m.user_id = ${user.id}
      union all select 'order:' || o.id from orders o
        where o.owner_id = ${user.id} or o.company_id = ${company}::integer
    ), page as materialized (
      select e.* from s cross join lateral (${visible}) e
    )
    select s.xmin::text as xmin, s.xmax::text as xmax, epoch.name as epoch, epoch.floor_xid::text as floor_xid,
           epoch.floor_seq, u.sight, u.sight_xid::text as sight_xid, (select count(*)::int from page) as size, last.xid::text as xid, last.seq,
           (select string_agg(${eventText}, ',' order by e.xid, e.seq) from page e) as events
    from s cross join epoch left join users u on u.id = ${user.id}
      left join lateral (select xid, seq from page order by xid desc, seq desc limit 1) last on true`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the epoch row is missing');
  return row;
}

/**
 * The scope of a user's visibility beside their own streams: all users', a company's or none; and whether it includes
 * the knowledge base. When it changes, devices start over from a snapshot, which removes what they may no longer see
 * and adds what they may. See `pull.ts`.
 */
function sightOf(user: User): string {
  return `${othersOf(user)}${mayKeepAnswers(user) ? '' : ' without answers'}`;
}

function othersOf(user: User): string {
  if (isStaff(user)) return 'everybody';
  return user.company_id !== null && hasNavigatorPass(user) ? `company ${user.company_id}` : 'own';
}

/** Records what this user can see now; from the second time on with the transaction of the change. */
async function noteSight(db: Db, user: User): Promise<void> {
  const sight = sightOf(user);
  await sql`update users set sight_xid = case when sight is not null then pg_current_xact_id() end, sight = ${sight}
    where id = ${user.id} and sight is distinct from ${sight}`.execute(db);
}
