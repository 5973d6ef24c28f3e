import type { FastifyInstance } from 'fastify';
import { serverLimits } from '#domain/server-limits.ts';
import type { Allowed } from '../config.ts';
import { answerNoRequest } from './errors.ts';

/** How long whoever sends slowly is waited for: a crowd that sends a byte now and then must not hold all connections. */

/** Node's own times: a silent connection, the head of a request, a whole request. */
export function timesOfConnections({ headMs, requestMs }: Pick<Allowed, 'headMs' | 'requestMs'>) {
  return {
    connectionTimeout: 60_000,
    // As long as the calls of a client wait: a piece of an upload on a thin network takes four minutes.
    requestTimeout: requestMs,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: headMs, connectionsCheckingInterval: Math.min(serverLimits.headCheckMs, headMs / 4) },
  };
}

/** Cuts requests whose body stands still, or nearly: of which less than a little arrives in `paceMs`. */
export function cutSlowBodies(app: FastifyInstance, paceMs: number): void {
  app.addHook('preParsing', async ({ raw }) => {
    // Nothing is known of requests that tests inject.
    if ((raw.complete as boolean | undefined) !== false) return;
    const { socket } = raw;
    let received = socket.bytesRead;
    const look = setInterval(() => {
      if (raw.complete) return clearInterval(look);
      const news = socket.bytesRead - received;
      received = socket.bytesRead;
      if (news >= serverLimits.bodyPaceBytes) return;
      clearInterval(look);
      // As Node does with requests that take too long as a whole.
      answerNoRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    }, paceMs);
    raw.once('close', () => clearInterval(look));
  });
}
