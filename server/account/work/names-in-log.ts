import { type RawBuilder, sql } from 'kysely';
import type { Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { HintedStream } from '../../ground/hint.ts';
import { savingFolded } from './saving-folded.ts';
import { appendEvent, type Appended } from '../../spine/log/append-event.ts';
import { lockStreams } from '../../spine/log/reading.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';

/** Names that users have given themselves, in the logs of the rooms and orders that show them as they are now. */

/** A user whom a room or an order shows with a name that they no longer have. */
export interface OldName {
  stream: string;
  userId: string;
}

/** A written event, with what its announcement needs. */
export interface WrittenName extends Appended {
  hinted: HintedStream;
}

/**
 * Returns where old names are shown. Without a user it reads all rooms and orders, so run that at night. The chats with
 * the assistant are left out: only their customer sees them.
 */
export async function oldNames(db: Db, userId?: string): Promise<OldName[]> {
  const ofUser = (column: string) => (userId === undefined ? sql`true` : sql`${sql.ref(column)} = ${userId}`);
  return await rowsOf<OldName>(db)`
    select 'room:' || id as stream, who as "userId" from (${namesInRooms(ofUser('r.customer_id'), ofUser('r.assignee_id'))}) r
     where ${isOld} union
    select 'order:' || id, who from (${namesInOrders(ofUser('o.owner_id'), ofColleague(userId))}) o
     where ${isOld} and ${userId === undefined ? sql`true` : sql`who = ${userId}`}
     order by 1`;
}

const ofColleague = (userId: string | undefined) =>
  userId === undefined
    ? sql`o.data ? 'colleagues'`
    : sql`o.data -> 'colleagues' @> ${JSON.stringify([{ userId }])}::jsonb`;

const namesInRooms = (customers: RawBuilder<unknown>, assignees: RawBuilder<unknown>) => sql`
  select r.id, r.customer_id as who, r.data ->> 'customerName' as shown, r.data, u.display_name as name
    from rooms r join users u on u.id = r.customer_id
   where r.type >= ${roomTypes.expert} and ${customers}
  union all select r.id, r.assignee_id, r.data #>> '{assigned,name}', r.data, u.display_name
    from rooms r join users u on u.id = r.assignee_id and u.role not in ('USER', 'COMPANY_ADMIN')
   where r.type >= ${roomTypes.expert} and ${assignees}`;

/** Selects the names in orders. Users who have left the company keep the name that its members know. */
const namesInOrders = (owners: RawBuilder<unknown>, shared: RawBuilder<unknown>) => sql`
  select o.id, o.owner_id as who, o.data ->> 'ownerName' as shown, o.data, u.display_name as name
    from orders o join users u on u.id = o.owner_id and u.company_id is not distinct from o.company_id
   where ${owners}
  union all select o.id, u.id, c ->> 'userName', o.data, u.display_name
    from orders o cross join jsonb_array_elements(o.data -> 'colleagues') c
    join users u on u.id = (c ->> 'userId')::uuid and u.company_id = o.company_id
   where (c ->> 'edits')::boolean and ${shared}`;

/** Names that replaced those of deleted accounts stay. */
const isOld = sql`not coalesce(data -> 'renamed', '{}') ? who::text and shown <> name`;

/** Writes the user's name into the stream, unless it shows that name by now. */
export async function writeNameNow(db: Db, { stream, userId }: OldName): Promise<WrittenName | undefined> {
  return await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [stream]);
    const found = await namedIn(tx, stream, userId);
    if (found === undefined) return undefined;
    const { position, name: userName, room, order, members } = found;
    const data = { userId, userName };
    const about = { stream, position, type: 'name.changed', data, actorId: userId, staff: true } as const;
    const appended = await appendEvent(tx, about, (event) => savingFolded(event, { room, order }));
    const readers = order === null ? members : [order.ownerId];
    return {
      hinted: { stream, members: readers, staff: true, companyId: order?.companyId ?? null },
      ...appended,
    };
  });
}

interface RowWithOldName {
  position: number;
  name: string;
  room: Room | null;
  order: Order | null;
  members: string[];
}

/** Returns the locked room or order that shows the user with an old name. */
async function namedIn(tx: Tx, stream: string, userId: string): Promise<RowWithOldName | undefined> {
  const [kind, id = ''] = stream.split(':');
  const isRoom = kind === 'room';
  const here = (column: string) => sql`${sql.ref(column)} = ${id}::uuid`;
  const shown = isRoom ? namesInRooms(here('r.id'), here('r.id')) : namesInOrders(here('o.id'), here('o.id'));
  return await firstRow<RowWithOldName>(tx)`
    select coalesce((select sseq from streams where stream = ${stream}), 0) as position, name,
           ${isRoom ? sql`data` : sql`null::jsonb`} as room, ${isRoom ? sql`null::jsonb` : sql`data`} as order,
           ${isRoom ? sql`coalesce((select json_agg(user_id) from room_members where room_id = ${id}::uuid), '[]')` : sql`'[]'::json`} as members
      from (${shown}) s where who = ${userId} and ${isOld} limit 1`;
}
