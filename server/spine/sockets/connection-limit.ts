import type { Socket } from 'socket.io';

/** Connections (open tabs and devices) of one user in a process. The next one waits until another closes. */
export const socketsPerUser = 20;

/**
 * Limits the connections of each user in this process. A tab or device has one connection, over which it joins several
 * namespaces. A connection counts from its first namespace until it closes, and is closed when it has left the last
 * one.
 */
export class ConnectionLimit {
  readonly #taken = new Map<string, Set<Connection>>();
  /** Number of namespaces that each connection has joined. */
  readonly #joined = new Map<Connection, number>();

  /** Counts the connection of this socket. @returns false when the user has reached the limit */
  take(userId: string, { conn }: Socket): boolean {
    const theirs = this.#taken.get(userId) ?? new Set();
    // It was closed during the look-up of its user, and joins nothing.
    if (theirs.has(conn) || conn.readyState !== 'open') return true;
    if (theirs.size >= socketsPerUser) return false;
    this.#taken.set(userId, theirs.add(conn));
    conn.once('close', () => {
      theirs.delete(conn);
      if (theirs.size === 0 && this.#taken.get(userId) === theirs) this.#taken.delete(userId);
    });
    return true;
  }

  /** A socket has joined its namespace. When all sockets of a connection have left, the connection is closed. */
  joined(socket: Socket): void {
    const { conn } = socket;
    this.#joined.set(conn, (this.#joined.get(conn) ?? 0) + 1);
    socket.once('disconnect', () => {
      const left = (this.#joined.get(conn) ?? 0) - 1;
      if (left > 0) {
        this.#joined.set(conn, left);
        return;
      }
      this.#joined.delete(conn);
      conn.close();
    });
  }
}

type Connection = Socket['conn'];
