import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Handles clients that disconnect before the reply. That is not an error of the server. */

/** Stops handling a request whose connection is closed: it has no address to count, and cannot be answered. */
export function dropDisconnected(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    // A connection that was reset at once has no address, although it is not closed yet.
    if (isDisconnected(request) || request.raw.socket.remoteAddress === undefined) reply.hijack();
    else next();
  });
}

/** Whether the connection of this request is closed. */
export function isDisconnected({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed;
}

/** Whether reading the request failed because the client stopped sending. */
export function isCutShort(error: unknown, request: FastifyRequest): boolean {
  return isDisconnected(request) && error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}
