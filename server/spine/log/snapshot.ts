import { isStaffedRoom, memberRooms } from '../../chat/store/visible-rooms.ts';
import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import { isStaff, mayKeepAnswers } from '#domain/account/permissions.ts';
import type { SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { noteHandedOut } from './handed-out.ts';
import { publishedKnowledge } from '../../assistant/store/entries.ts';
import { readableOrders } from '../../order/store/orders.ts';
import { meOf } from '../../account/store/me.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';
import { MB } from '#domain/ground/units.ts';
import { messagePage } from '#domain/chat/message-page.ts';

/** Most rooms and orders in a snapshot; older orders are read online. */
const snapshotRooms = 2000;
const snapshotOrders = 2000;
/**
 * Bytes of a customer's orders that ended without a result, the newest, in snapshots for others: no quota counts discarded
 * drafts, because discarding must free storage. Some 100 orders.
 */
export const snapshotEndedBytes = 1 * MB;
/**
 * Bytes of messages in the open rooms of one customer in snapshots for staff, some 5,000 messages: a customer who writes
 * very much must not make the start of every device slow. A room that is left out is loaded whole with its next message.
 */
export const snapshotRoomBytes = 4 * MB;

/** Reads the projections as of one position of the log, for a device that starts or was away for too long. */

/**
 * Reads everything this user can see, or only the named streams.
 * @param knowledge `apart`: the device asks for the knowledge base separately, see `server/assistant/knowledge/device-knowledge.ts`.
 * Users who may not have it get the line that says so with either value
 * @returns the lines in order: the position, each stream's rows, removed streams, the end marker
 */
export async function snapshotOf(
  db: Db,
  user: User,
  streams?: readonly string[],
  knowledge: 'included' | 'apart' = 'included',
): Promise<SnapshotLine[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const place = await firstRow<{ epoch: string; xid: string }>(tx)`
        select name as epoch, pg_snapshot_xmin(pg_current_snapshot())::text as xid from epoch`;
      if (place === undefined) throw new Error('the epoch row is missing');
      const lines = await linesFor(tx, user, streams, knowledge);
      const found = new Set(lines.map((line) => line.stream));
      const gone = (streams ?? []).filter((stream) => !found.has(stream)).map((stream) => ({ gone: stream }));
      const pos = { ...place, seq: 0 };
      noteHandedOut(db, pos);
      return [{ pos }, ...lines, ...gone, { end: true }];
    });
}

type StreamLine = Extract<SnapshotLine, { stream: string }>;

async function linesFor(
  tx: Tx,
  user: User,
  streams: readonly string[] | undefined,
  knowledge: 'included' | 'apart',
): Promise<StreamLine[]> {
  const wants = (stream: string) => streams === undefined || streams.includes(stream);
  const lines: StreamLine[] = [];
  const ownStream = `user:${user.id}`;
  if (wants(ownStream)) lines.push({ stream: ownStream, rows: { me: await meOf(tx, user.id) } });
  if (wants('catalog')) lines.push({ stream: 'catalog', rows: await catalogRows(tx, user, knowledge) });
  for (const row of await roomRows(tx, user, idsOf(streams, 'room:'))) {
    const { room, messages, delivered } = row;
    lines.push({ stream: `room:${room.id}`, rows: { room, messages, delivered } });
  }
  for (const order of await orderRows(tx, user, idsOf(streams, 'order:'))) {
    lines.push({ stream: `order:${order.id}`, rows: { order } });
  }
  return lines;
}

/** Users without access to the assistant do not get all of its answers. */
async function catalogRows(tx: Tx, user: User, knowledge: 'included' | 'apart'): Promise<StreamLine['rows']> {
  if (!mayKeepAnswers(user)) return { knowledge: [] };
  return knowledge === 'apart' ? {} : { knowledge: await publishedKnowledge(tx) };
}

/** Returns the ids of the streams of one kind; null when all are wanted. */
function idsOf(streams: readonly string[] | undefined, kind: string): string[] | null {
  if (streams === undefined) return null;
  return streams.filter((stream) => stream.startsWith(kind)).map((stream) => stream.slice(kind.length));
}

interface RoomRow {
  room: Room;
  messages: Message[];
  delivered: { user: number; support: number };
}

/**
 * Reads the user's own rooms; for staff also rooms that are open, assigned to them, or named. Of what one customer has
 * written in open rooms, staff get a number of bytes: rooms with unread messages first, then the newest.
 */
async function roomRows(tx: Tx, user: User, ids: string[] | null): Promise<RoomRow[]> {
  return await rowsOf<RoomRow>(tx)`
    select room, delivered, messages from (
      select r.data as room, json_build_object('user', r.delivered_user, 'support', r.delivered_support) as delivered,
        messages, r.last_at,
        ${ids}::uuid[] is not null or r.assignee_id = ${user.id} or r.id in (${memberRooms(user)}) as is_whole,
        sum(octet_length(messages::text)) over (partition by r.customer_id
          order by r.data #> '{unread,support}' = '[]'::jsonb, r.last_at desc, r.id) as bytes
      from (
        select r.* from rooms r where (${ids}::uuid[] is null or r.id = any(${ids}::uuid[])) and r.id in (${carriedRooms(user, ids)})
        order by r.last_at desc limit ${snapshotRooms}) r cross join lateral (
        select coalesce(json_agg(m.data order by m.sseq), '[]') as messages from (
          select data, sseq from messages where room_id = r.id order by sseq desc limit ${messagePage}) m) page) carried
    where is_whole or bytes <= ${snapshotRoomBytes}
    order by last_at desc`;
}

function carriedRooms(user: User, ids: string[] | null) {
  const own = memberRooms(user);
  if (!isStaff(user)) return own;
  return sql`${own} union select r.id from rooms r where ${isStaffedRoom}
    and (r.status = 'open' or r.assignee_id = ${user.id} or ${ids}::uuid[] is not null)`;
}

/**
 * Reads the user's own orders and, with the Navigator pass, those of the company; all orders for staff. Of what others
 * discarded, cancelled or were refused, only the newest, unless it is named.
 */
async function orderRows(tx: Tx, user: User, ids: string[] | null): Promise<Order[]> {
  const rows = await rowsOf<{ data: Order }>(tx)`
    select o.data from orders o
    join (select id, status in ('cancelled', 'rejected') as is_ended,
        sum(bytes) over (partition by owner_id, status in ('cancelled', 'rejected') order by updated_at desc, id) as newer_bytes
      from orders where ${readableOrders(user)} and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))) readable using (id)
    where ${ids}::uuid[] is not null or not is_ended or o.owner_id = ${user.id} or newer_bytes <= ${snapshotEndedBytes}
    order by o.updated_at desc limit ${snapshotOrders}`;
  return rows.map((row) => row.data);
}
