import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Ends connections when the server stops. A connection with a reply in progress would stay open for the next request and
 * delay the stop until its keep-alive ends, so it is closed after the reply. Idle ones are closed a moment later: a
 * request that is on its way to one is answered first, because a client may not repeat it. Connections that have not
 * ended after the grace period are cut.
 */
export function endConnections(app: FastifyInstance, times: { lingerMs: number; graceMs: number }): void {
  const open = new Set<Socket>();
  const allEnded = Promise.withResolvers<void>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (isClosing && open.size === 0) allEnded.resolve();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const cut = setTimeout(() => open.forEach((socket) => socket.destroy()), times.graceMs);
    app.server.once('close', () => clearTimeout(cut));
    if (open.size === 0) return;
    const linger = setTimeout(allEnded.resolve, times.lingerMs);
    await allEnded.promise;
    clearTimeout(linger);
  });
}
