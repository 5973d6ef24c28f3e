import { sql } from 'kysely';
import type { Room } from '#domain/chat/chat.ts';
import { foldRoom } from '#domain/spine/fold-room.ts';
import { sideInRoom } from '#domain/account/permissions.ts';
import { roomTypes, type Side } from '#domain/account/room-types.ts';
import { requireFound } from '#domain/ground/errors.ts';
import type { OpenPart, Part, PartRecord } from '../../spine/work/part.ts';
import { savingRooms } from '../store/rooms.ts';
import { type Member, Members } from './members.ts';

/** A room by one of these: its id or alias, its order, its result, or the customer of an open room with the experts. */
interface RoomNeed {
  id?: string;
  order?: string;
  result?: string;
  customer?: string;
}

interface RoomsView {
  /** Returns the room with this id or alias. */
  get(id: string): Room | undefined;
  /** Returns the room and the actor's side. @throws Refusal NOT_FOUND when the actor may not see it */
  visible(id: string): { room: Room; side: Side };
  /** Returns the room of an order. */
  ofOrder(orderId: string): Room | undefined;
  /** Returns the actor's room of a result. */
  ofResult(name: string): Room | undefined;
  /** Returns the actor's open room with the experts. A user has at most one. */
  ownExpertRoom(): Room | undefined;
  /** Returns the ids of a room's members. */
  members(roomId: string): string[];
  /** Makes an id another name of a room. */
  addAlias(alias: string, roomId: string): void;
}

interface Alias {
  alias: string;
  roomId: string;
}

interface RoomRows {
  rooms: Room[] | null;
  members: Member[] | null;
  aliases: Alias[] | null;
}

/** Returns the ids of the needs that have this key. */
function keysIn(needs: readonly RoomNeed[], key: keyof RoomNeed): string[] {
  return needs.flatMap((need) => need[key] ?? []);
}

/** Rooms with their members and aliases. */
export const rooms: Part<RoomNeed, RoomsView, RoomRows, Alias> = {
  name: 'chat.rooms',
  // A new room of an order gets the order's owner as member. Aliases are rare: their missing locks are found by `require`.
  leads(needs, actorId) {
    const singles = singleRooms(needs, actorId);
    if (singles === undefined) return undefined;
    return sql`select 'room:' || id from (${singles}) led
      union all select 'user:' || owner_id from orders where id = any(${keysIn(needs, 'order')}::uuid[])`;
  },
  load(needs, actorId) {
    const ids = keysIn(needs, 'id');
    const named = sql`select unnest(${ids}::uuid[]) as id
      union select a.room_id from room_aliases a where a.alias = any(${ids}::uuid[])`;
    const singles = singleRooms(needs, actorId);
    return sql`(with seen as materialized (
        select r.id, r.data from rooms r join (${singles === undefined ? named : sql`${named} union ${singles}`}) named on named.id = r.id)
      select json_build_object(
        'rooms', (select json_agg(data) from seen),
        'members', (select json_agg(json_build_object('roomId', m.room_id, 'userId', m.user_id, 'side', m.side))
          from room_members m where m.room_id in (select id from seen)),
        'aliases', (select json_agg(json_build_object('alias', alias, 'roomId', room_id))
          from room_aliases where alias = any(${ids}::uuid[]))))`;
  },
  open: (rows, record) => openRooms(rows, record),
};

/** Queries rooms of which only one may exist. Separate queries, so that each uses its index. */
function singleRooms(needs: readonly RoomNeed[], actorId: string) {
  const queries = [];
  const orders = keysIn(needs, 'order');
  const results = keysIn(needs, 'result');
  const customers = keysIn(needs, 'customer');
  if (customers.length > 0)
    queries.push(sql`select r.id from rooms r
      where r.customer_id = any(${customers}::uuid[]) and r.type = ${sql.lit(roomTypes.expert)} and r.status = 'open'`);
  if (orders.length > 0)
    queries.push(sql`select r.id from rooms r
      where r.type = ${sql.lit(roomTypes.order)} and r.order_id = any(${orders}::uuid[])`);
  if (results.length > 0)
    queries.push(sql`select r.id from rooms r
      where r.type = ${sql.lit(roomTypes.result)} and r.customer_id = ${actorId} and r.result_name = any(${results}::text[])`);
  return queries.length === 0 ? undefined : sql.join(queries, sql` union all `);
}

function openRooms(rows: RoomRows, { actor, write, require }: PartRecord<Alias>): OpenPart<RoomsView, Alias> {
  const byId = new Map(rows.rooms?.map((room) => [room.id, room]));
  // A room that was found through an alias must be locked before it is read.
  for (const id of byId.keys()) require(`room:${id}`);
  const aliases = new Map(rows.aliases?.map(({ alias, roomId }) => [alias, roomId]));
  const members = new Members(rows.members ?? []);
  const get = (id: string) => byId.get(aliases.get(id) ?? id);
  const find = (isWanted: (room: Room) => boolean) => [...byId.values()].find(isWanted);
  const changed = new Set<string>();
  const newAliases: Alias[] = [];
  return {
    view: {
      get,
      visible(id) {
        const room = requireFound(get(id));
        const side = requireFound(sideInRoom(actor, room.type, members.sideOf(room.id, actor.id)));
        return { room, side };
      },
      ofOrder: (orderId) => find((room) => room.type === roomTypes.order && room.orderId === orderId),
      ofResult: (name) =>
        find((room) => room.type === roomTypes.result && room.resultName === name && room.customerId === actor.id),
      ownExpertRoom: () =>
        find((room) => room.type === roomTypes.expert && room.status === 'open' && room.customerId === actor.id),
      members: (roomId) => members.of(roomId),
      addAlias: (alias, roomId) => write({ alias, roomId }),
    },
    fold(event) {
      members.fold(event);
      if (!event.stream.startsWith('room:')) return;
      const id = event.stream.slice('room:'.length);
      const room = foldRoom(byId.get(id), event);
      if (room !== undefined) byId.set(id, room);
      changed.add(id);
    },
    apply(alias) {
      aliases.set(alias.alias, alias.roomId);
      newAliases.push(alias);
    },
    save(batch) {
      const saved = [...changed].flatMap((id) => byId.get(id) ?? []);
      if (saved.length > 0) batch.add(savingRooms(saved));
      members.save(batch);
      if (newAliases.length > 0)
        batch.add(sql`insert into room_aliases (alias, room_id)
          select alias, "roomId" from json_to_recordset(${JSON.stringify(newAliases)}::json) as a (alias uuid, "roomId" uuid)
          on conflict do nothing`);
    },
    audience: (stream) =>
      stream.startsWith('room:') ? { members: members.of(stream.slice('room:'.length)), companyId: null } : undefined,
  };
}
