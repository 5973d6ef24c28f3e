import { sql } from 'kysely';
import { limits } from '#domain/limits.ts';
import { hasNavigatorPass, isStaff } from '#domain/permissions.ts';
import type { Cursor, PullReply, WireEvent } from '#domain/protocol/sync.ts';
import { comparePlaces, furtherPlace } from '#domain/protocol/sync.ts';
import type { Person } from '#domain/users.ts';
import type { Db } from './database.ts';
import { renewEpochAfterRestore } from './epoch.ts';

/**
 * What happened after a place, in one statement. Its order is (xid, seq), and it stops before the oldest transaction
 * that may still commit: taken in the same statement, so nothing can come later in front of what was shown.
 */

interface Row {
  xmin: string;
  xmax: string;
  epoch: string;
  floor_xid: string;
  floor_seq: number;
  xid: string | null;
  seq: number;
  stream: string;
  sseq: number;
  type: string;
  v: number;
  data: string;
  cmd_id: string | null;
}

/** An event of the log; what it says is the JSON text it was stored as, because nobody between log and device reads it. */
type LoggedEvent = Omit<WireEvent, 'data'> & { data: string };

/** A page of the log, or what the device must do instead. */
export type Pulled =
  | { events: LoggedEvent[]; next: Cursor; more: boolean }
  | Exclude<PullReply, { events: WireEvent[] }>;

/** The answer to a pull as it crosses the wire: the JSON text of a `PullReply`. */
export function pullText(pulled: Pulled): string {
  if (!('events' in pulled)) return JSON.stringify(pulled);
  const { events, next, more } = pulled;
  return `{"events":[${events.map(eventText).join(',')}],"next":${JSON.stringify(next)},"more":${more}}`;
}

function eventText({ pos, stream, sseq, type, v, data, cmdId }: LoggedEvent): string {
  const place = `"pos":{"epoch":"${pos.epoch}","xid":"${pos.xid}","seq":${pos.seq}}`;
  const by = cmdId === null ? 'null' : `"${cmdId}"`;
  return `{${place},"stream":"${stream}","sseq":${sseq},"type":"${type}","v":${v},"data":${data},"cmdId":${by}}`;
}

/**
 * The next page of events this person may see, or what the device must do instead.
 * @param limit at most this many events
 */
export async function pull(db: Db, person: Person, cursor: Cursor, limit: number): Promise<Pulled> {
  const rows = await readPage(db, person, cursor, Math.min(limit, limits.pullEvents));
  const first = rows[0];
  if (first === undefined) throw new Error('the epoch row is missing');
  const { epoch, xmin } = first;
  if (cursor.epoch !== epoch) return { epochChanged: true, epoch };
  if (comparePlaces({ ...cursor, seq: 0 }, { epoch, xid: first.xmax, seq: 0 }) > 0) {
    await renewEpochAfterRestore(db);
    return { epochChanged: true, epoch };
  }
  const floor = { epoch, xid: first.floor_xid, seq: first.floor_seq };
  if (comparePlaces(cursor, floor) < 0) return { snapshotRequired: true, floor };
  const events = rows.flatMap((row): LoggedEvent[] => (row.xid === null ? [] : [asEvent(row, row.xid)]));
  const last = events.at(-1);
  const more = events.length >= limit && last !== undefined;
  // A page that is not full has seen everything before xmin; an empty look back never moves the cursor back.
  const next = more ? last.pos : furtherPlace(cursor, { epoch, xid: xmin, seq: 0 });
  return { events, next, more };
}

function asEvent(row: Row, xid: string): LoggedEvent {
  const { epoch, seq, stream, sseq, type, v, data, cmd_id: cmdId } = row;
  return { pos: { epoch, xid, seq }, stream, sseq, type, v, data, cmdId };
}

/** At least one row, with the statement's own snapshot; events where `xid` is set. */
async function readPage(db: Db, person: Person, cursor: Cursor, limit: number): Promise<Row[]> {
  const company = hasNavigatorPass(person) ? person.company_id : null;
  const after = sql`(e.xid, e.seq) > (${cursor.xid}::xid8, ${cursor.seq}::bigint) and e.xid < s.xmin`;
  const columns = sql`e.xid, e.seq, e.stream, e.sseq, e.type, e.v, e.data, e.cmd_id`;
  const own = sql`select ${columns} from events e
    where e.stream = any(array(select stream from mine)) and ${after} order by e.xid, e.seq limit ${limit}`;
  // For staff two ordered branches, each with an index of its own; together they are "mine or staff".
  const visible = isStaff(person)
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
      select 'user:' || ${person.id}::text as stream
      union all select 'catalog'
      union all select 'room:' || m.room_id from room_members m where m.user_id = ${person.id}
      union all select 'order:' || o.id from orders o
        where o.owner_id = ${person.id} or o.company_id = ${company}::integer
    )
    select s.xmin::text as xmin, s.xmax::text as xmax, epoch.name as epoch, epoch.floor_xid::text as floor_xid,
           epoch.floor_seq, e.xid::text as xid, e.seq, e.stream, e.sseq, e.type, e.v, e.data::text as data, e.cmd_id
    from s cross join epoch left join lateral (${visible}) e on true
    order by e.xid, e.seq`.execute(db);
  return rows;
}
