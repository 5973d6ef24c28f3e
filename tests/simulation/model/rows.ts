import type { Message, Room } from '#domain/chat/chat.ts';
import { is, type Event } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { foldFeedback, foldRedaction, foldRoom, messageIn } from '#domain/spine/fold-room.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { Cursor, PushResult } from '#domain/spine/wire/sync.ts';

/** The tables of the model server. Their values are immutable, so copying a table means copying the map. */
interface Table<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): unknown;
}

/** The stored receipt of a command, with the position its transaction gave it. */
export interface Kept {
  hash: string;
  actor: string;
  result: Extract<PushResult, { pos: Cursor } | { s: 'rejected' }>;
  generation: number;
}

/** An answer that is to be written: from the transaction of its question until it is `ended`. */
export interface OpenAnswerRow {
  roomId: string;
  questionId: string;
  /** The process that writes it; when its lease has run out, any other may end it. */
  holder: string;
  leaseUntil: number;
  stopped: boolean;
}

interface Kinds {
  rooms: Room;
  messages: readonly Message[];
  orders: Order;
  usage: number;
  /** Other members, by room. */
  members: readonly string[];
  /** The real room, by its alias. */
  aliases: string;
  /** The expert room by customer. */
  expertRooms: string;
  /** The newest position by stream. */
  places: number;
  answers: Kept;
  openAnswers: OpenAnswerRow | 'ended';
  /** Uploaded bytes, by user and hash. */
  files: true;
}

export type Rows = { [K in keyof Kinds]: Table<Kinds[K]> };
export type StoredRows = { [K in keyof Kinds]: Map<string, Kinds[K]> };

const names = [
  'rooms',
  'messages',
  'orders',
  'usage',
  'members',
  'aliases',
  'expertRooms',
  'places',
  'answers',
  'openAnswers',
  'files',
] as const satisfies (keyof Kinds)[];

export function emptyRows(): StoredRows {
  return Object.fromEntries(names.map((name) => [name, new Map()])) as unknown as StoredRows;
}

export function copyOf(rows: StoredRows): StoredRows {
  return Object.fromEntries(names.map((name) => [name, new Map<string, unknown>(rows[name])])) as unknown as StoredRows;
}

/** Rows as seen by a transaction: its own over the committed ones. */
export function over(committed: StoredRows): { rows: Rows; own: StoredRows } {
  const own = emptyRows();
  const rows = Object.fromEntries(
    names.map((name) => {
      const [above, below] = [own[name] as Map<string, unknown>, committed[name] as Map<string, unknown>];
      return [name, { get: (key: string) => above.get(key) ?? below.get(key), set: above.set.bind(above) }];
    }),
  ) as unknown as Rows;
  return { rows, own };
}

export function write(own: StoredRows, into: StoredRows): void {
  for (const name of names) for (const [key, value] of own[name]) (into[name] as Map<string, unknown>).set(key, value);
}

/** Folds one event into rows; used for the projection and for folding the whole log from the start. */
export function foldInto(rows: Pick<Rows, 'rooms' | 'messages' | 'orders' | 'usage'>, event: Event): void {
  const id = idOf(event.stream);
  if (event.stream.startsWith('order:')) {
    const order = foldOrder(rows.orders.get(id), event);
    if (order !== undefined) rows.orders.set(id, order);
  }
  if (is(event, 'usage.counted')) rows.usage.set(id, Math.max(rows.usage.get(id) ?? 0, event.data.question_usage));
  if (!event.stream.startsWith('room:')) return;
  const room = foldRoom(rows.rooms.get(id), event);
  if (room !== undefined) rows.rooms.set(id, room);
  const message = messageIn(event);
  const messages = rows.messages.get(id) ?? [];
  if (message !== undefined) rows.messages.set(id, [...messages, message]);
  if (is(event, 'feedback.given')) {
    const { answerId } = event.data;
    rows.messages.set(
      id,
      messages.map((row) => (row.id === answerId ? foldFeedback(row, event) : row)),
    );
  }
  if (is(event, 'message.redacted')) {
    const before = messages.find((row) => row.id === event.data.message.id);
    rows.messages.set(id, replaced(messages, foldRedaction(before, event)));
  }
}

function replaced(messages: readonly Message[], message: Message): readonly Message[] {
  return messages.map((row) => (row.id === message.id ? message : row));
}

export function idOf(stream: string): string {
  return stream.slice(stream.indexOf(':') + 1);
}
