import { SECOND, MB } from '#domain/ground/units.ts';

/** Bytes read per second from all connections of a user, and from a connection after it was closed. */
export const socketBytesPerSecond = 4 * MB;

/** A connection whose reading can be paused. */
interface Paused {
  pause(): void;
  resume(): void;
}

/**
 * Limits the bytes per second of each user over all connections: above `socketBytesPerSecond` nothing more is read from
 * them until the next second. So no client is refused, and parsing packets never takes all of the process's time.
 */
export class BytePace {
  #second = 0;
  #bytes = new Map<string, number>();
  readonly #paused = new Set<Paused>();

  /** Counts bytes that have arrived over this connection. */
  arrived(userId: string, bytes: number, connection: Paused): void {
    const second = Math.floor(performance.now() / SECOND);
    if (second !== this.#second) [this.#second, this.#bytes] = [second, new Map()];
    const all = (this.#bytes.get(userId) ?? 0) + bytes;
    this.#bytes.set(userId, all);
    if (all <= socketBytesPerSecond || this.#paused.has(connection)) return;
    connection.pause();
    if (this.#paused.size === 0) setTimeout(() => this.#resumeAll(), SECOND - (performance.now() % SECOND)).unref();
    this.#paused.add(connection);
  }

  #resumeAll(): void {
    for (const connection of this.#paused) connection.resume();
    this.#paused.clear();
  }
}
