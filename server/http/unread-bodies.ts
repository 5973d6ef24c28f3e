import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { MB, SECOND } from '#domain/ground/units.ts';

/** Bytes that are still read, for `drainMs`, of a request whose reply was sent before all of it arrived. */
export const drainedBytes = 1 * MB;
export const drainMs = 2 * SECOND;

/**
 * Ends requests that were answered before their body was complete: too large, refused, unknown. The reply is sent
 * first. Then a limited part of the rest is read and dropped, so that the client can finish sending and read the reply,
 * and the connection is cut.
 */
export function cutUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // With this header Node would close at once, and the reply would be lost.
    if (isStillComing(request.raw)) reply.removeHeader('connection');
  });
  app.addHook('onResponse', async (request) => {
    if (isStillComing(request.raw)) drain(request.raw);
  });
}

function isStillComing(request: IncomingMessage): boolean {
  // Undefined for requests injected by tests.
  return (request.complete as boolean | undefined) === false;
}

function drain(request: IncomingMessage): void {
  let left = drainedBytes;
  const cut = setTimeout(() => request.socket.destroy(), drainMs);
  request.once('close', () => clearTimeout(cut));
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) request.pause();
  });
  request.resume();
}
