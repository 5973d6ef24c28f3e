import type { Side } from '#domain/account/room-types.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { type Cursor, hasPassed } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { Delivered, Hint, HintedStream } from '../../ground/hint.ts';

/** A message whose delivery is awaited, and the position of its event. */
interface Undelivered {
  sseq: number;
  pos: Cursor;
}

interface WaitingRoom {
  members: string[];
  staff: boolean;
  /** Newest message of each commit that the devices of a side have not pulled yet, by side. */
  for: Record<Side, Undelivered[]>;
}

/** Maximum number of commits kept per room; the oldest are dropped. Delivery ticks are a hint, not a guarantee. */
const keptPerRoom = 1000;
/** Maximum number of rooms kept; then all are forgotten. */
const keptRooms = 20_000;

/**
 * Detects that messages have reached another member's device: the device pulls again with a cursor past them. In memory
 * only.
 */
export class Deliveries {
  readonly #rooms = new Map<string, WaitingRoom>();
  readonly #roomsOfUser = new Map<string, Set<string>>();
  readonly #roomsForStaff = new Set<string>();

  /** Records committed messages, and deliveries that other processes have seen. */
  note({ pos, streams, delivered = [], rights = [] }: Hint): void {
    for (const { person, room } of rights) if (room !== undefined) this.#leave(room, person);
    for (const stream of streams) {
      const { user, support } = stream.newest ?? {};
      if (user !== undefined) this.#expect(stream, 'user', { sseq: user, pos });
      if (support !== undefined) this.#expect(stream, 'support', { sseq: support, pos });
    }
    for (const { roomId, side, upTo } of delivered) this.#settle(roomId, side, ({ sseq }) => sseq <= upTo);
  }

  #expect({ stream, members, staff }: HintedStream, reader: Side, message: Undelivered): void {
    const roomId = stream.slice('room:'.length);
    const room = this.#rooms.get(roomId) ?? this.#add(roomId, members, staff);
    room.for[reader].push(message);
    if (room.for[reader].length > keptPerRoom) room.for[reader].shift();
    if (reader === 'support' && room.staff) this.#roomsForStaff.add(roomId);
    if (reader === 'user') for (const id of room.members) this.#roomsOf(id).add(roomId);
  }

  /** A device of this user has everything up to `cursor`. @returns the new deliveries */
  pulled(user: User, cursor: Cursor): Delivered[] {
    const delivered: Delivered[] = [];
    for (const roomId of this.#roomsOfUser.get(user.id) ?? []) this.#take(roomId, 'user', cursor, delivered);
    if (isStaff(user)) {
      for (const roomId of this.#roomsForStaff) {
        if (this.#rooms.get(roomId)?.members.includes(user.id) === true) continue;
        this.#take(roomId, 'support', cursor, delivered);
      }
    }
    return delivered;
  }

  #take(roomId: string, side: Side, cursor: Cursor, into: Delivered[]): void {
    const members = this.#rooms.get(roomId)?.members ?? [];
    const passed = this.#settle(roomId, side, ({ pos }) => hasPassed(cursor, pos));
    if (passed.length === 0) return;
    into.push({ roomId, side, upTo: Math.max(...passed.map(({ sseq }) => sseq)), members });
  }

  /** Removes the messages that are delivered. @returns them */
  #settle(roomId: string, side: Side, isFetched: (message: Undelivered) => boolean): Undelivered[] {
    const room = this.#rooms.get(roomId);
    if (room === undefined) return [];
    const fetched = room.for[side].filter(isFetched);
    if (fetched.length === 0) return [];
    room.for[side] = room.for[side].filter((message) => !isFetched(message));
    if (room.for.user.length === 0) for (const id of room.members) this.#roomsOf(id).delete(roomId);
    if (room.for.support.length === 0) this.#roomsForStaff.delete(roomId);
    if (room.for.user.length + room.for.support.length === 0) this.#rooms.delete(roomId);
    return fetched;
  }

  /** Removes a user who has left the room from its members. */
  #leave(roomId: string, userId: string): void {
    const room = this.#rooms.get(roomId);
    if (room !== undefined) room.members = room.members.filter((id) => id !== userId);
    this.#roomsOfUser.get(userId)?.delete(roomId);
  }

  #add(roomId: string, members: string[], staff: boolean): WaitingRoom {
    if (this.#rooms.size >= keptRooms) this.#forget();
    const room: WaitingRoom = { members, staff, for: { user: [], support: [] } };
    this.#rooms.set(roomId, room);
    return room;
  }

  #forget(): void {
    this.#rooms.clear();
    this.#roomsOfUser.clear();
    this.#roomsForStaff.clear();
  }

  #roomsOf(userId: string): Set<string> {
    const rooms = this.#roomsOfUser.get(userId) ?? new Set<string>();
    this.#roomsOfUser.set(userId, rooms);
    return rooms;
  }
}
