import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server } from 'socket.io';
import { serverLimits } from '#domain/server-limits.ts';
import { cutText } from '#domain/text.ts';
import { namespaces } from '#domain/protocol/sockets.ts';
import type { Allowance } from '../limits/allowance.ts';
import type { Deps } from '../http/deps.ts';
import { addressOf, isOurPage } from '../origins.ts';
import { saidTwice } from '../http/request-heads.ts';
import { networkOf } from '../network.ts';
import type { ConnectionLog } from './connection-log.ts';

/**
 * Guards all WebSocket upgrades: checks the origin and limits handshakes per address. It runs before socket.io, whose
 * own check can only reply 400.
 */
export function guardUpgrades(
  http: HttpServer,
  io: Server,
  {
    config,
    connections,
    handshakes,
  }: Pick<Deps, 'config'> & { connections: Pick<ConnectionLog, 'refused'>; handshakes: Allowance },
): void {
  const knocking = notYetIn(io);
  // `attach` has added socket.io's listener; ours calls it for admitted requests.
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const address = addressOf(request, config.proxies);
    const refuseWith = (status: string, about: Record<string, string> = {}, retryAfterMs?: number) => {
      connections.refused(status, { address, ...about });
      refuse(socket, status, retryAfterMs);
    };
    const twice = saidTwice(request);
    if (twice !== undefined) return refuseWith('400 Bad Request', { twice });
    if (!(request.url ?? '').startsWith('/socket.io/')) return refuseWith('404 Not Found');
    if (!isOurPage(request.headers, config.publicUrl)) {
      // If this happens for all pages, PUBLIC_URL is not the address that users have.
      return refuseWith('403 Forbidden', { origin: cutText(request.headers.origin ?? '', 200) });
    }
    const { isAllowed, resetMs } = handshakes.take(networkOf(address, 32));
    if (!isAllowed) return refuseWith('429 Too Many Requests', {}, resetMs);
    if (knocking.size >= serverLimits.handshakesAtOnce) {
      return refuseWith('503 Service Unavailable', {}, Math.random() * serverLimits.handshakeBackWithinMs);
    }
    io.engine.handleUpgrade(Object.assign(request, { _query: queryOf(request) }), socket, head);
  });
}

function queryOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
}

/** Connections that have not joined a namespace yet; their number is limited when many clients reconnect. */
function notYetIn(io: Server): ReadonlyMap<object, unknown> {
  const knocking = new Map<EventEmitter, () => void>();
  function forget(connection: EventEmitter): void {
    const forgotten = knocking.get(connection);
    if (forgotten === undefined) return;
    knocking.delete(connection);
    connection.off('close', forgotten);
  }
  io.engine.on('connection', (connection: EventEmitter) => {
    const closed = () => forget(connection);
    knocking.set(connection, closed);
    connection.on('close', closed);
  });
  for (const name of Object.values(namespaces)) io.of(name).on('connection', ({ conn }) => forget(conn));
  return knocking;
}

function refuse(socket: Duplex, status: string, retryAfterMs?: number): void {
  const back = retryAfterMs === undefined ? '' : `retry-after: ${Math.max(1, Math.ceil(retryAfterMs / 1000))}\r\n`;
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n${back}\r\n`);
}
