import { liveQuery } from 'dexie';
import type { Message } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import { readMeta } from './meta.ts';
import type { UserDb } from './schema.ts';

/** A snapshot of the messages and marks from sockets. It stays the same object until something changes. */
export interface EarlySnapshot {
  /** Messages of the room that may not be confirmed yet, by position. */
  of(roomId: string): Message[];
  /** Position up to which the side's devices have received the room's messages, according to hints; 0 without one. */
  deliveredTo(roomId: string, side: Side): number;
}

/** Number of early messages kept after they are confirmed, for screens that have not read the rows yet. */
const keptConfirmed = 200;

/**
 * Messages and delivery ticks that a socket has delivered before the pull. They are in memory only. Where the confirmed
 * rows have a message with the same id, the row is shown.
 */
export class EarlyMessages implements EarlySnapshot {
  readonly #rooms = new Map<string, Map<string, Message>>();
  readonly #delivered = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #confirmed: { id: string; roomId: string }[] = [];
  #picture: EarlySnapshot = this.#pictured();

  get picture(): EarlySnapshot {
    return this.#picture;
  }

  of(roomId: string): Message[] {
    return [...(this.#rooms.get(roomId)?.values() ?? [])].sort((a, b) => a.sseq - b.sseq);
  }

  deliveredTo(roomId: string, side: Side): number {
    return this.#delivered.get(`${side}:${roomId}`) ?? 0;
  }

  /** Calls the listener after every change. @returns a function that unsubscribes it */
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
    if (messages.length > 0) this.#notify();
  }

  markDelivered(roomId: string, side: Side, upTo: number): void {
    if (upTo <= this.deliveredTo(roomId, side)) return;
    this.#delivered.set(`${side}:${roomId}`, upTo);
    this.#notify();
  }

  /**
   * Drops messages that are now confirmed, except the newest `keptConfirmed`: a screen that has not read the rows again
   * would not show them for a moment.
   */
  drop(messages: readonly { id: string; roomId: string }[]): void {
    this.#confirmed.push(...messages.filter(({ id, roomId }) => this.#rooms.get(roomId)?.has(id) === true));
    for (const { id, roomId } of this.#confirmed.splice(0, this.#confirmed.length - keptConfirmed)) {
      const room = this.#rooms.get(roomId);
      room?.delete(id);
      if (room?.size === 0) this.#rooms.delete(roomId);
    }
  }

  /** Drops everything, because the confirmed rows were replaced by a snapshot. */
  clear(): void {
    this.#rooms.clear();
    this.#delivered.clear();
    this.#confirmed.length = 0;
    this.#notify();
  }

  #notify(): void {
    this.#picture = this.#pictured();
    for (const listener of this.#listeners) listener();
  }

  #pictured(): EarlySnapshot {
    return { of: (roomId) => this.of(roomId), deliveredTo: (roomId, side) => this.deliveredTo(roomId, side) };
  }
}

/**
 * Clears the early messages whenever any tab has started over from a snapshot. After a restore of the server they may
 * show messages that no longer exist.
 */
export function clearWhenStartedOver(db: UserDb, early: EarlyMessages, signal: AbortSignal): void {
  let last: number | undefined;
  const watching = liveQuery(() => db.transaction('r!', db.meta, async () => (await readMeta(db, 'startedOver')) ?? 0));
  const following = watching.subscribe({
    next: (times) => {
      if (times !== last) early.clear();
      last = times;
    },
    error: () => undefined,
  });
  signal.addEventListener('abort', () => following.unsubscribe());
}
