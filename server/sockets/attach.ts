import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import { limits } from '#domain/limits.ts';
import { namespaces } from '#domain/protocol/sockets.ts';
import type { Deps } from '../deps.ts';
import { openChatNamespace } from './chat-namespace.ts';
import { poChat } from './po-chat.ts';
import { createSessionWatch } from './session-watch.ts';
import { socketV1 } from './socket-v1.ts';
import { syncNamespace } from './sync.ts';
import { guardUpgrades } from './upgrades.ts';

/** Attaches all namespaces to the server's one port. When the server closes, everybody is told when to come back. */
export function attachSockets(app: FastifyInstance, deps: Deps): void {
  const io = new Server({
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: limits.socketPacketBytes,
    serveClient: false,
    connectTimeout: limits.socketConnectTimeoutMs,
  });
  io.attach(app.server);
  guardUpgrades(app.server, io, deps);
  // Nobody lives in the namespace that socket.io makes by itself.
  io.use((_socket, next) => next(new Error('NOT_FOUND')));

  const watch = createSessionWatch(deps);
  const stops = [poChat, socketV1].map((about) => openChatNamespace(io, deps, watch, about));
  stops.push(syncNamespace(io, { ...deps, watch }));

  app.addHook('preClose', async () => {
    for (const stop of stops) stop();
    watch.stop();
    for (const socket of io.of(namespaces.sync).sockets.values()) {
      // Spread out, so that the next server is not met by everybody at once.
      socket.emit('server.leaving', { retryAfterMs: 500 + Math.floor(Math.random() * 4500) });
    }
    for (const name of Object.values(namespaces)) io.of(name).disconnectSockets(true);
    io.engine.close();
  });
}
