import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { serverLimits } from '#domain/server-limits.ts';

/**
 * Ends requests that were answered before they had come whole: too large, refused, unknown. The answer goes out first; of
 * the rest a little is read and dropped, so that whoever is still sending can finish and read the answer. Then the
 * connection is cut.
 */
export function cutUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // With it, Node would cut at once, and the answer would be lost with the connection.
    if (isStillComing(request.raw)) reply.removeHeader('connection');
  });
  app.addHook('onResponse', async (request) => {
    if (isStillComing(request.raw)) drain(request.raw);
  });
}

function isStillComing(request: IncomingMessage): boolean {
  // Requests that tests inject know nothing of it.
  return (request.complete as boolean | undefined) === false;
}

function drain(request: IncomingMessage): void {
  let left = serverLimits.drainedBytes;
  const cut = setTimeout(() => request.socket.destroy(), serverLimits.drainMs);
  request.once('close', () => clearTimeout(cut));
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) request.pause();
  });
  request.resume();
}
