import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { namespaces } from '#domain/spine/wire/sockets.ts';
import { addressOf } from '../../ground/origins.ts';
import type { Allowance } from '../../limits/allowance.ts';
import type { Deps } from '../routes/deps.ts';
import { closeWith, serviceRestart } from './close-codes.ts';
import { connectionLog } from './connection-log.ts';
import { watchConnections } from './connections.ts';
import type { Metrics, Counter } from '../../ground/metrics.ts';
import type { RightsWatch } from '../feed/rights-watch.ts';
import { SessionWatch } from './session-watch.ts';
import { cutSlowReaders } from './slow-readers.ts';
import { syncNamespace } from './sync.ts';
import { guardUpgrades } from './upgrades.ts';
import { KB } from '#domain/ground/units.ts';
import { socketConnectTimeoutMs } from '#domain/ground/reconnect.ts';

/** Largest socket packet: a whole push with its envelope. */
export const socketPacketBytes = 272 * KB;
/**
 * Delay after which sockets reconnect when the server stops, at random: `leavingMinMs`, plus up to `leavingSpreadMs` or
 * `leavingPerSocketMs` for each socket, whichever is more.
 */
const leavingMinMs = 500;
const leavingSpreadMs = 4_500;
const leavingPerSocketMs = 3;

/** Dependencies of the sockets, some shared with the routes. */
export type SocketDeps = Deps & { users: Allowance; handshakes: Allowance; metrics: Metrics; rights: RightsWatch };

/** Opens a noun's namespace, or adds to one. @returns a function that ends it */
export type OpenNamespace = (io: Server, deps: SocketDeps & { watch: SessionWatch }) => () => void;

/**
 * Attaches all namespaces to the server's port. When the server closes, each client is sent when to reconnect.
 * @param opened those of the nouns
 */
export function attachSockets(app: FastifyInstance, deps: SocketDeps, opened: readonly OpenNamespace[]): void {
  const io = new Server({
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: socketPacketBytes,
    serveClient: false,
    connectTimeout: socketConnectTimeoutMs,
  });
  io.attach(app.server);
  const log = connectionLog(deps.log);
  guardUpgrades(app.server, io, { ...deps, connections: log });
  io.engine.on('connection_error', ({ code, message }: { code: number; message: string }) =>
    log.refused(`handshake ${code}: ${message}`),
  );
  const connections = watchConnections(io, {
    addressOf: (request) => addressOf(request, deps.config.proxies),
    handshakes: deps.handshakes,
    log,
  });
  const cut = measureSockets(io, deps.metrics);
  io.engine.on('connection', forgetRequest);
  // Rejects connections to socket.io's default namespace.
  io.use((_socket, next) => next(new Error('NOT_FOUND')));

  const watch = new SessionWatch({ ...deps, connections, refusals: log });
  const stops = [syncNamespace, ...opened].map((open) => open(io, { ...deps, watch }));
  stops.push(cutSlowReaders(io, deps.config.allowed.unreadBytes, deps.log, () => cut.add()));

  app.addHook('preClose', async () => {
    for (const stop of stops) stop();
    log.stop();
    const { sockets } = io.of(namespaces.sync);
    // Spread out, so that not all clients reconnect to the next server at once.
    const spreadMs = Math.max(leavingSpreadMs, sockets.size * leavingPerSocketMs);
    for (const socket of sockets.values()) {
      socket.emit('server.leaving', { retryAfterMs: leavingMinMs + Math.floor(Math.random() * spreadMs) });
    }
    for (const connection of connectionsOf(io)) {
      closeWith(connection, serviceRestart);
      // Without leaving the namespaces first: a client whose last namespace is left closes by itself, without a code.
      connection.close();
    }
  });
}

/**
 * Drops the upgrade request of a connection, which is several KB with its headers. It is no longer needed: each
 * namespace has a handshake of its own.
 */
function forgetRequest(connection: object): void {
  Reflect.set(connection, 'request', null);
}

/** Returns all connections, also those that have joined no namespace yet. engine.io keeps them, and does not tell. */
function connectionsOf(io: Server): Socket['conn'][] {
  const byId: Record<string, Socket['conn']> = Reflect.get(io.engine, 'clients');
  return Object.values(byId);
}

/**
 * Registers metrics of connections and namespaces.
 * @returns the counter of connections that were cut off
 */
function measureSockets(io: Server, metrics: Metrics): Counter {
  metrics.gauge('vfp_connections', 'Open WebSockets.', () => io.engine.clientsCount);
  metrics.gauge('vfp_sockets', 'Sockets by namespace; one WebSocket carries several.', () =>
    Object.values(namespaces).map((namespace) => [{ namespace }, io.of(namespace).sockets.size]),
  );
  return metrics.counter('vfp_slow_readers_total', 'Connections cut off because they did not read.');
}
