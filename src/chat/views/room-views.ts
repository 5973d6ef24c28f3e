import type { Room } from '#domain/chat/chat.ts';
import { isDeleted } from '#domain/chat/conversations.ts';
import { belongsToNavigator, talksToAssistant, roomTypes } from '#domain/account/room-types.ts';
import type { Me } from '#domain/account/users.ts';
import { isCustomerLeaving, projectRoom, roomFrom, roomFromHandoff, sideOfMe } from './project-room.ts';
import { type OutboxEntry, type UserDb, isEntry } from '../../db/schema.ts';
import { roomIdOf, groupBy, queueTables, outboxStateIn, type OutboxState } from '../../db/outbox-state.ts';
import type { RoomView } from './view-types.ts';

/** Returns all rooms this user sees, newest first. Conversations that they have deleted are left out. */
export function roomsOf(db: UserDb, me: Me): Promise<RoomView[]> {
  return db.transaction('r!', [db.rooms, ...queueTables(db)], async () => {
    const rooms = await db.rooms.toArray();
    return roomViews(rooms, await outboxStateIn(db), me).filter((room) => !isDeleted(room));
  });
}

/** Returns the ids of the conversations that this user has deleted, also where the server does not know it yet. */
export function deletedRoomIds(db: UserDb, me: Me): Promise<Set<string>> {
  return db.transaction('r!', [db.rooms, ...queueTables(db)], async () => {
    const rooms = await db.rooms.toArray();
    const deleted = roomViews(rooms, await outboxStateIn(db), me).filter(isDeleted);
    return new Set(deleted.map(({ id }) => id));
  });
}

function roomViews(rooms: Room[], outbox: OutboxState, me: Me): RoomView[] {
  const known = new Set(rooms.map((room) => room.id));
  const shown = outbox.pending.entries.flatMap((entry) => roomIdsOf(entry, outbox).map((id) => ({ id, entry })));
  const shownIn = groupBy(shown, ({ id }) => id);
  const made = [...pendingRooms(outbox, me).values()].filter(({ id }) => !known.has(outbox.aliases.get(id) ?? id));
  const all = [
    ...rooms.map((room) => ({ room, pending: false, joins: false })),
    ...made.map((room) => ({ room, pending: true, joins: rooms.some((one) => replacesNewRoom(one, room)) })),
  ];
  return all
    .map(({ room, ...about }) =>
      viewOf(
        room,
        (shownIn.get(room.id) ?? []).map(({ entry }) => entry),
        me,
        outbox,
        about,
      ),
    )
    .sort((a, b) => (lastMessageTimeOf(a) < lastMessageTimeOf(b) ? 1 : -1));
}

/** Returns one room, by its id or by the alias under which it was opened here. */
export function roomOf(db: UserDb, me: Me, roomId: string): Promise<RoomView | undefined> {
  return db.transaction('r!', [db.rooms, ...queueTables(db)], async () => {
    const outbox = await outboxStateIn(db);
    const id = outbox.aliases.get(roomId) ?? roomId;
    const confirmed = await db.rooms.get(id);
    if (confirmed !== undefined) {
      return viewOf(confirmed, entriesIn(outbox, id), me, outbox, { pending: false, joins: false });
    }
    const room = pendingRooms(outbox, me).get(id);
    if (room === undefined) return undefined;
    const joins = (await db.rooms.filter((one) => replacesNewRoom(one, room)).count()) > 0;
    return viewOf(room, entriesIn(outbox, id), me, outbox, { pending: true, joins });
  });
}

/** Whether the server will use this room instead of a new one: a customer has one open expert room. */
function replacesNewRoom(room: Room, made: Room): boolean {
  return (
    made.type === roomTypes.expert &&
    room.type === roomTypes.expert &&
    room.status === 'open' &&
    room.customerId === made.customerId
  );
}

function viewOf(
  room: Room,
  entries: OutboxEntry[],
  me: Me,
  outbox: OutboxState,
  about: Pick<RoomView, 'pending' | 'joins'>,
): RoomView {
  const projected = projectRoom(room, entries, me);
  const waiting = entries.filter((entry) => !outbox.pending.isAccepted(entry.n)).length;
  const unreadCount = projected.unread[sideOfMe(room, me)].length;
  return { ...projected, unreadCount, waiting, ...about, customerLeaves: isCustomerLeaving(room, entries) };
}

/** Returns when a room's last message was sent, or when it was opened; ISO-8601 UTC. */
export function lastMessageTimeOf(room: Pick<Room, 'last' | 'createdAt'>): string {
  return room.last?.at ?? room.createdAt;
}

/** Returns the rooms that exist only as commands. */
export function pendingRooms({ pending, refused }: OutboxState, me: Me): Map<string, Room> {
  const rooms = new Map<string, Room>();
  for (const entry of [...pending.entries, ...refused.map((row) => row.entry)]) {
    if (isEntry(entry, 'room.open')) rooms.set(entry.args.roomId, roomFrom(entry, me));
    if (isEntry(entry, 'handoff.request')) rooms.set(entry.args.expertRoomId, roomFromHandoff(entry, me));
  }
  return rooms;
}

/** Returns the canonical ids of the rooms that show a command: its own, and the experts' for a handoff. */
export function roomIdsOf(entry: OutboxEntry, outbox: OutboxState): string[] {
  const own = roomIdOf(entry, outbox);
  if (own === undefined || !isEntry(entry, 'handoff.request')) return own === undefined ? [] : [own];
  const { expertRoomId } = entry.args;
  return [own, outbox.aliases.get(expertRoomId) ?? expertRoomId];
}

/** Returns the pending commands that a room shows, oldest first. */
export function entriesIn(outbox: OutboxState, roomId: string): OutboxEntry[] {
  return outbox.pending.entries.filter((entry) => roomIdsOf(entry, outbox).includes(roomId));
}

/** Returns the numbers of unread messages by area: expert rooms, the Navigator's rooms, the assistant's rooms. */
export function unreadOf(rooms: readonly RoomView[]): { expert: number; po: number; ai: number } {
  const counts = { expert: 0, po: 0, ai: 0 };
  for (const room of rooms) {
    const kind = talksToAssistant(room.type) ? 'ai' : belongsToNavigator(room.type) ? 'po' : 'expert';
    counts[kind] += room.unreadCount;
  }
  return counts;
}

/** Returns the numbers of unread messages in the Navigator's rooms by the id of the order; null: of no order. */
export function unreadByOrder(rooms: readonly RoomView[]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { type, orderId, unreadCount } of rooms) {
    if (belongsToNavigator(type)) counts.set(orderId, (counts.get(orderId) ?? 0) + unreadCount);
  }
  return counts;
}
