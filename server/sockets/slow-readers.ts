import type { Server, Socket } from 'socket.io';
import { namespaces } from '#domain/protocol/sockets.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Log } from '../log.ts';

/**
 * Closes connections whose client does not read, because unsent data piles up in this process. The client is sent when
 * to reconnect, and pulls what it has missed.
 * @returns a function that stops the watch
 */
export function cutSlowReaders(io: Server, bytes: number, log: Log, onCut: () => void): () => void {
  const leaving = new WeakSet<object>();

  function look(): void {
    for (const name of Object.values(namespaces)) {
      for (const socket of io.of(name).sockets.values()) {
        if (leaving.has(socket.conn) || unsentBytes(socket) <= bytes) continue;
        leaving.add(socket.conn);
        cut(socket);
      }
    }
  }

  function cut(socket: Socket): void {
    log.info({ unsentBytes: unsentBytes(socket), socket: socket.id }, 'a slow reader is cut off');
    onCut();
    const { conn } = socket;
    for (const other of io.of(namespaces.sync).sockets.values()) {
      if (other.conn === conn) other.emit('server.leaving', { retryAfterMs: serverLimits.slowReaderRetryMs });
    }
    socket.disconnect(true);
    // A client that reads again within the grace period gets all data and the reason.
    setTimeout(() => webSocketOf(socket)?.terminate(), serverLimits.slowReaderGraceMs).unref();
  }

  const watching = setInterval(look, serverLimits.slowReaderCheckMs);
  watching.unref();
  return () => clearInterval(watching);
}

/** Returns the bytes sent to a socket that the network has not accepted yet. */
export function unsentBytes(socket: Socket): number {
  const queued: unknown = Reflect.get(socket.conn, 'writeBuffer');
  const packets: { data?: unknown }[] = Array.isArray(queued) ? queued : [];
  const inQueue = packets.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return inQueue + (webSocketOf(socket)?.bufferedAmount ?? 0);
}

interface RawSocket {
  bufferedAmount: number;
  terminate(): void;
}

function webSocketOf({ conn }: Socket): RawSocket | undefined {
  const socket: unknown = Reflect.get(conn.transport, 'socket');
  return isRawSocket(socket) ? socket : undefined;
}

function isRawSocket(socket: unknown): socket is RawSocket {
  return typeof socket === 'object' && socket !== null && 'bufferedAmount' in socket && 'terminate' in socket;
}
