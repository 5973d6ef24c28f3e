import type { Socket } from 'socket.io';
import { serverLimits } from '#domain/server-limits.ts';

/**
 * The connections of each person in this process, whichever namespaces they are in: one tab or device holds one, and
 * joins several namespaces over it. A connection is counted from the first namespace it joins until it closes, whether or
 * not it hears anything at the moment; it is closed as soon as it has left the last one.
 */
export class Places {
  readonly #taken = new Map<string, Set<Connection>>();
  readonly #joined = new Map<Connection, Set<Socket>>();

  /** @returns whether the person may have one more, or the connection of this socket is theirs already */
  take(personId: string, { conn }: Socket): boolean {
    const theirs = this.#taken.get(personId) ?? new Set();
    // Closed while its person was being looked up, it joins nothing.
    if (theirs.has(conn) || conn.readyState !== 'open') return true;
    if (theirs.size >= serverLimits.socketsPerPerson) return false;
    this.#taken.set(personId, theirs.add(conn));
    conn.once('close', () => {
      theirs.delete(conn);
      if (theirs.size === 0 && this.#taken.get(personId) === theirs) this.#taken.delete(personId);
    });
    return true;
  }

  /** A socket has joined its namespace: when it and all others of its connection have left, the connection ends. */
  joined(socket: Socket): void {
    const { conn } = socket;
    const others = this.#joined.get(conn) ?? new Set();
    this.#joined.set(conn, others.add(socket));
    socket.once('disconnect', () => {
      others.delete(socket);
      if (others.size > 0) return;
      this.#joined.delete(conn);
      conn.close();
    });
  }
}

type Connection = Socket['conn'];
