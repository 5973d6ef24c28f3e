import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server, Socket } from 'socket.io';
import { cutText } from '#domain/ground/text.ts';
import { namespaces } from '#domain/spine/wire/sockets.ts';
import type { Allowance } from '../../limits/allowance.ts';
import type { Deps } from '../routes/deps.ts';
import { addressOf, isOurPage } from '../../ground/origins.ts';
import { saidTwice } from '../../http/request-heads.ts';
import { networkOf } from '../../ground/network.ts';
import type { ConnectionLog } from './connection-log.ts';
import { handshakeBackWithinMs, handshakesAtOnce } from './session-watch.ts';
import { drainMs } from '../../http/unread-bodies.ts';

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
  const networkFrom = (request: IncomingMessage) => networkOf(addressOf(request, config.proxies), 32);
  const knocking = notYetIn(io, networkFrom);
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
    const query = queryOf(request);
    // engine.io would accept the upgrade first, and refuse it in a frame that is not one.
    if (query['EIO'] !== '4' || query['transport'] !== 'websocket' || 'sid' in query) {
      return refuseWith('400 Bad Request', { query: cutText(JSON.stringify(query), 200) });
    }
    const network = networkFrom(request);
    const { isAllowed, resetMs } = handshakes.take(network);
    if (!isAllowed) return refuseWith('429 Too Many Requests', {}, resetMs);
    if (knocking.isFull() && !knocking.makeRoomFor(network)) {
      return refuseWith('503 Service Unavailable', {}, Math.random() * handshakeBackWithinMs);
    }
    io.engine.handleUpgrade(Object.assign(request, { _query: query }), socket, head);
  });
}

function queryOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
}

/** Connections that have not joined a namespace yet; their number is limited when many clients reconnect. */
function notYetIn(io: Server, networkFrom: (request: IncomingMessage) => string) {
  const knocking = new Map<Connection, { network: string; forget: () => void }>();
  function forget(connection: Connection): void {
    const known = knocking.get(connection);
    if (known === undefined) return;
    knocking.delete(connection);
    connection.off('close', known.forget);
  }
  io.engine.on('connection', (connection: Connection & { request: IncomingMessage }) => {
    const closed = () => forget(connection);
    knocking.set(connection, { network: networkFrom(connection.request), forget: closed });
    connection.on('close', closed);
  });
  for (const name of Object.values(namespaces)) io.of(name).on('connection', ({ conn }) => forget(conn));

  /** Closes the oldest connection of the network with the most. @returns false if none has more than this one */
  function makeRoomFor(network: string): boolean {
    const counts = new Map<string, number>();
    for (const { network: each } of knocking.values()) counts.set(each, (counts.get(each) ?? 0) + 1);
    const [longest, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    if (most <= (counts.get(network) ?? 0) + 1) return false;
    const oldest = [...knocking].find(([, each]) => each.network === longest);
    oldest?.[0].close(true);
    return true;
  }

  return { isFull: () => knocking.size >= handshakesAtOnce, makeRoomFor };
}

type Connection = Socket['conn'];

function refuse(socket: Duplex, status: string, retryAfterMs?: number): void {
  const back = retryAfterMs === undefined ? '' : `retry-after: ${Math.max(1, Math.ceil(retryAfterMs / 1000))}\r\n`;
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n${back}\r\n`);
  // The client may keep its side open, and nothing else watches a connection that asked for an upgrade.
  setTimeout(() => socket.destroy(), drainMs).unref();
}
