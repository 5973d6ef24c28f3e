import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Ends connections when the server stops. Fastify closes idle ones. A connection with a reply in progress would stay
 * open for the next request and delay the stop until its keep-alive ends, so it is closed after the reply. Connections
 * that have not ended after the grace period are cut.
 * @param graceMs grace period for replies in progress
 */
export function endConnections(app: FastifyInstance, graceMs: number): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const cut = setTimeout(() => open.forEach((socket) => socket.destroy()), graceMs);
    app.server.once('close', () => clearTimeout(cut));
  });
}
