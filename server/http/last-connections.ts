import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Lets the connections end when the server stops. Fastify closes those that are idle at that moment; one whose answer was
 * still under way would stay open for the next request, and so hold the stop up for as long as connections are kept alive.
 * What has not ended after a while is cut: whoever is at the other end may be asleep.
 * @param graceMs how long answers and farewells may take
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
