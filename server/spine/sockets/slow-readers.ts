import type { Server, Socket } from 'socket.io';
import { namespaces } from '#domain/spine/wire/sockets.ts';
import type { Log } from '../../ground/log.ts';
import { acceptedBytes, webSocketOf } from './web-sockets.ts';
import { KB, SECOND } from '#domain/ground/units.ts';

/** Maximum number of unsent bytes with which a device gets pages; with more it gets hints. */
export const standingUnsentBytes = 64 * KB;

/** Time that a client has to confirm a close. */
export const socketGraceMs = 5 * SECOND;
export const slowReaderCheckMs = 1 * SECOND;
/** Checks after which a reader counts as slow, if the network accepts nothing of what waits for it. */
export const slowReaderChecks = 10;
export const slowReaderRetryMs = 5 * SECOND;

/**
 * Closes connections whose client does not read, because unsent data piles up in this process: those with more than
 * `bytes` unsent, and those with so much unsent that they get no pages, of which the network accepts nothing for
 * `slowReaderChecks`. The client is sent when to reconnect, and pulls what it has missed.
 * @returns a function that stops the watch
 */
export function cutSlowReaders(
  io: Pick<Server, 'of'>,
  bytes: number,
  log: Pick<Log, 'info'>,
  onCut: () => void,
): () => void {
  const leaving = new WeakSet<object>();
  /** Connections that have much unsent: how much the network has accepted of it, and checks since it was that much. */
  const stalled = new Map<object, { accepted: number; checks: number }>();

  function look(): void {
    const seen = new Set<object>();
    for (const name of Object.values(namespaces)) {
      for (const socket of io.of(name).sockets.values()) {
        const { conn } = socket;
        if (seen.has(conn) || leaving.has(conn)) continue;
        seen.add(conn);
        if (unsentBytes(socket) <= bytes && !isStalled(socket)) continue;
        leaving.add(conn);
        cut(socket);
      }
    }
    for (const conn of stalled.keys()) if (!seen.has(conn) || leaving.has(conn)) stalled.delete(conn);
  }

  function isStalled(socket: Socket): boolean {
    if (unsentBytes(socket) <= standingUnsentBytes) {
      stalled.delete(socket.conn);
      return false;
    }
    const accepted = acceptedBytes(socket.conn);
    const before = stalled.get(socket.conn);
    const checks = before?.accepted === accepted ? before.checks + 1 : 0;
    stalled.set(socket.conn, { accepted, checks });
    return checks >= slowReaderChecks;
  }

  function cut(socket: Socket): void {
    log.info({ unsentBytes: unsentBytes(socket), socket: socket.id }, 'a slow reader is cut off');
    onCut();
    const { conn } = socket;
    for (const other of io.of(namespaces.sync).sockets.values()) {
      if (other.conn === conn) other.emit('server.leaving', { retryAfterMs: slowReaderRetryMs });
    }
    socket.disconnect(true);
    // A client that reads again within the grace period gets all data and the reason.
    setTimeout(() => webSocketOf(conn)?.terminate(), socketGraceMs).unref();
  }

  const watching = setInterval(look, slowReaderCheckMs);
  watching.unref();
  return () => clearInterval(watching);
}

/** Returns the bytes sent to a socket that the network has not accepted yet. */
export function unsentBytes(socket: Socket): number {
  const queued: unknown = Reflect.get(socket.conn, 'writeBuffer');
  const packets: { data?: unknown }[] = Array.isArray(queued) ? queued : [];
  const inQueue = packets.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return inQueue + (webSocketOf(socket.conn)?.bufferedAmount ?? 0);
}
