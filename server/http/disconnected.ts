import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Clients that close or lose their connection before they are answered. That is their right, and no fault of ours. */

/** Stops handling a request whose connection is gone: there is no address left to count it under, and nobody to answer. */
export function dropDisconnected(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    // A connection that was reset at once never had an address, although it is not closed yet.
    if (isDisconnected(request) || request.raw.socket.remoteAddress === undefined) reply.hijack();
    else next();
  });
}

/** Whether the connection of this request is closed. */
export function isDisconnected({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed;
}

/** Whether reading the request failed because its sender stopped in the middle of it. */
export function isCutShort(error: unknown, request: FastifyRequest): boolean {
  return isDisconnected(request) && error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}
