import type { Message, Side } from '#domain/chat.ts';

/**
 * Early pictures: messages a socket has shown before a pull has brought them, and how far other devices have got.
 * Only in memory, never the truth: a message is dropped once the confirmed rows hold its id.
 */
export class EarlyMessages {
  readonly #rooms = new Map<string, Map<string, Message>>();
  readonly #delivered = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** Messages of this room that no pull has brought yet, by place. */
  of(roomId: string): Message[] {
    return [...(this.#rooms.get(roomId)?.values() ?? [])].sort((a, b) => a.sseq - b.sseq);
  }

  /** Up to which place the given side's devices have the room's messages, as far as hints have told. */
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

  /** Forgets messages that the confirmed rows now hold. */
  drop(messages: readonly { id: string; roomId: string }[]): void {
    let changed = false;
    for (const { id, roomId } of messages) changed = this.#rooms.get(roomId)?.delete(id) === true || changed;
    if (changed) this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
