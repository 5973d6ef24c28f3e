import { liveQuery } from 'dexie';
import type { Message, Side } from '#domain/chat.ts';
import { factOf } from './meta.ts';
import type { UserDb } from './schema.ts';

/** What sockets have shown, at one moment: it stays the same object until something changes. */
export interface EarlyPicture {
  /** Messages of this room that a pull may not have brought yet, by place. */
  of(roomId: string): Message[];
  /** Up to which place the given side's devices have the room's messages, as far as hints have told. */
  deliveredTo(roomId: string, side: Side): number;
}

/** How many messages are kept for screens that have yet to read the rows. */
const keptConfirmed = 200;

/**
 * Early pictures: messages a socket has shown before a pull has brought them, and how far other devices have got.
 * Only in memory, never the truth: wherever the confirmed rows hold a message's id, the row is shown.
 */
export class EarlyMessages implements EarlyPicture {
  readonly #rooms = new Map<string, Map<string, Message>>();
  readonly #delivered = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #confirmed: { id: string; roomId: string }[] = [];
  #picture: EarlyPicture = this.#pictured();

  get picture(): EarlyPicture {
    return this.#picture;
  }

  of(roomId: string): Message[] {
    return [...(this.#rooms.get(roomId)?.values() ?? [])].sort((a, b) => a.sseq - b.sseq);
  }

  deliveredTo(roomId: string, side: Side): number {
    return this.#delivered.get(`${side}:${roomId}`) ?? 0;
  }

  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add(...messages: Message[]): void {
    for (const message of messages) {
      const room = this.#rooms.get(message.roomId) ?? new Map<string, Message>();
      room.set(message.id, message);
      this.#rooms.set(message.roomId, room);
    }
    if (messages.length > 0) this.#tell();
  }

  markDelivered(roomId: string, side: Side, upTo: number): void {
    if (upTo <= this.deliveredTo(roomId, side)) return;
    this.#delivered.set(`${side}:${roomId}`, upTo);
    this.#tell();
  }

  /**
   * The confirmed rows now hold these messages. They are forgotten a little later, because a screen that has not read the
   * rows again yet would miss them for a moment.
   */
  drop(messages: readonly { id: string; roomId: string }[]): void {
    this.#confirmed.push(...messages.filter(({ id, roomId }) => this.#rooms.get(roomId)?.has(id) === true));
    for (const { id, roomId } of this.#confirmed.splice(0, this.#confirmed.length - keptConfirmed)) {
      const room = this.#rooms.get(roomId);
      room?.delete(id);
      if (room?.size === 0) this.#rooms.delete(roomId);
    }
  }

  /** Nothing that was seen holds any more: the server's history is another, or is known from a snapshot alone. */
  clear(): void {
    this.#rooms.clear();
    this.#delivered.clear();
    this.#confirmed.length = 0;
    this.#tell();
  }

  #tell(): void {
    this.#picture = this.#pictured();
    for (const listener of this.#listeners) listener();
  }

  #pictured(): EarlyPicture {
    return { of: (roomId) => this.of(roomId), deliveredTo: (roomId, side) => this.deliveredTo(roomId, side) };
  }
}

/**
 * Clears what was seen whenever everything has come anew, in whichever tab: after a restore of the server it may show what
 * exists nowhere any more.
 */
export function clearWhenStartedOver(db: UserDb, early: EarlyMessages, signal: AbortSignal): void {
  let last: number | undefined;
  const watching = liveQuery(() => db.transaction('r!', db.meta, async () => (await factOf(db, 'startedOver')) ?? 0));
  const following = watching.subscribe({
    next: (times) => {
      if (times !== last) early.clear();
      last = times;
    },
    error: () => undefined,
  });
  signal.addEventListener('abort', () => following.unsubscribe());
}
