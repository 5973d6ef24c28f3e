import { type Message, type Side, otherSide, sideOf } from '#domain/chat.ts';
import { isStaff } from '#domain/permissions.ts';
import { type Cursor, type WireEvent, hasPassed } from '#domain/protocol/sync.ts';
import { is } from '#domain/events.ts';
import type { Person } from '#domain/users.ts';
import type { Hint } from './store/hint.ts';

/** One side's devices have a room's messages up to here. */
export interface Delivered {
  roomId: string;
  side: Side;
  upTo: number;
  /** The room's members, who may be told. */
  members: string[];
}

interface Waiting {
  sseq: number;
  pos: Cursor;
}

interface WaitingRoom {
  members: string[];
  staff: boolean;
  /** For each side, the messages its devices have not fetched yet. */
  for: Record<Side, Waiting[]>;
}

/** Beyond this many messages the oldest are forgotten: delivery is a hint, never a promise. */
const keptPerRoom = 1000;
const keptRooms = 20_000;

/**
 * Which messages have reached another member's device: that device pulled again with a cursor that has passed them.
 * Kept in memory only, because it is a hint.
 */
export class Deliveries {
  readonly #rooms = new Map<string, WaitingRoom>();
  readonly #roomsOfPerson = new Map<string, Set<string>>();
  readonly #roomsForStaff = new Set<string>();

  /** Messages were committed. */
  note(hint: Hint): void {
    for (const event of hint.events) {
      const message = messageOf(event);
      if (message === undefined || message.author.kind === 'system') continue;
      const stream = hint.streams.find(({ stream: name }) => name === event.stream);
      if (stream === undefined) continue;
      const room = this.#rooms.get(message.roomId) ?? this.#add(message.roomId, stream.members, stream.staff);
      const reader = otherSide(sideOf(message.senderType));
      room.for[reader].push({ sseq: event.sseq, pos: event.pos });
      if (room.for[reader].length > keptPerRoom) room.for[reader].shift();
      if (reader === 'support' && room.staff) this.#roomsForStaff.add(message.roomId);
      if (reader === 'user') for (const id of room.members) this.#roomsOf(id).add(message.roomId);
    }
  }

  /** A device of this person has everything up to `cursor`: what that newly means. */
  pulled(person: Person, cursor: Cursor): Delivered[] {
    const delivered: Delivered[] = [];
    for (const roomId of this.#roomsOfPerson.get(person.id) ?? []) this.#take(roomId, 'user', cursor, delivered);
    if (isStaff(person)) {
      for (const roomId of this.#roomsForStaff) {
        if (this.#rooms.get(roomId)?.members.includes(person.id) === true) continue;
        this.#take(roomId, 'support', cursor, delivered);
      }
    }
    return delivered;
  }

  #take(roomId: string, side: Side, cursor: Cursor, into: Delivered[]): void {
    const room = this.#rooms.get(roomId);
    if (room === undefined) return;
    const passed = room.for[side].filter(({ pos }) => hasPassed(cursor, pos));
    const last = passed.at(-1);
    if (last === undefined) return;
    room.for[side] = room.for[side].filter(({ pos }) => !hasPassed(cursor, pos));
    into.push({ roomId, side, upTo: last.sseq, members: room.members });
    if (room.for.user.length === 0) for (const id of room.members) this.#roomsOf(id).delete(roomId);
    if (room.for.support.length === 0) this.#roomsForStaff.delete(roomId);
    if (room.for.user.length + room.for.support.length === 0) this.#rooms.delete(roomId);
  }

  #add(roomId: string, members: string[], staff: boolean): WaitingRoom {
    if (this.#rooms.size >= keptRooms) this.#forget();
    const room: WaitingRoom = { members, staff, for: { user: [], support: [] } };
    this.#rooms.set(roomId, room);
    return room;
  }

  #forget(): void {
    this.#rooms.clear();
    this.#roomsOfPerson.clear();
    this.#roomsForStaff.clear();
  }

  #roomsOf(personId: string): Set<string> {
    const rooms = this.#roomsOfPerson.get(personId) ?? new Set<string>();
    this.#roomsOfPerson.set(personId, rooms);
    return rooms;
  }
}

function messageOf(event: WireEvent): Message | undefined {
  return is(event, 'message.sent') || is(event, 'answer.finished') ? event.data.message : undefined;
}
