import { MINUTE, KB, MB, SECOND } from '#domain/ground/units.ts';
import type { FastifyInstance } from 'fastify';
import type { CallerLimits } from '../ground/config.ts';
import { answerNoRequest } from './errors.ts';

/** Largest multipart form: a message with its files. */
export const formBytes = 27 * MB;
export const headCheckMs = 2 * SECOND;
export const bodyPaceBytes = 2 * KB;
const bodyPaceTimes = 4;

/** Time-outs for slow clients: many clients that send a byte now and then must not hold all connections. */

/** Returns Node's time-outs: for idle connections, request headers and whole requests. */
export function timesOfConnections({ headMs, requestMs }: Pick<CallerLimits, 'headMs' | 'requestMs'>) {
  return {
    connectionTimeout: MINUTE,
    // As long as the client's time-out: a chunk of an upload takes four minutes on a slow network.
    requestTimeout: requestMs,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: headMs, connectionsCheckingInterval: Math.min(headCheckMs, headMs / 4) },
  };
}

/** Cuts requests whose body makes almost no progress within `paceMs`, or far too little for its size. */
export function cutSlowBodies(app: FastifyInstance, { bodyPaceMs: paceMs, requestMs }: CallerLimits): void {
  app.addHook('preParsing', async ({ raw }) => {
    // Requests injected by tests lack this property.
    if ((raw.complete as boolean | undefined) !== false) return;
    const { socket } = raw;
    const isForm = /^multipart\//i.test(raw.headers['content-type'] ?? '');
    const size = Number(raw.headers['content-length'] ?? (isForm ? formBytes : 0));
    const least = leastBytes(size, paceMs / requestMs);
    let received = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      const newBytes = socket.bytesRead - received;
      received = socket.bytesRead;
      if (newBytes >= least) return;
      clearInterval(timer);
      // As Node does when a whole request times out.
      answerNoRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    }, paceMs);
    raw.once('close', () => clearInterval(timer));
  });
}

/**
 * Returns the least progress of a body in a period.
 * @param part how much of the time of a request the period is
 */
export function leastBytes(declared: number, part: number): number {
  return Math.max(bodyPaceBytes, (declared * part) / bodyPaceTimes);
}
