import { timingSafeEqual, createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { bearerOf } from '../guards.ts';
import type { Metrics } from '../metrics.ts';

/**
 * The figures of this process for Prometheus: with a token where one is set, else from this machine alone. To everybody
 * else there is nothing here.
 */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, token)) throw new Refusal('NOT_FOUND');
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(bearerOf(headers.authorization), token);
  // What a proxy on this machine passes on comes from elsewhere.
  return (
    headers['x-forwarded-for'] === undefined && headers.forwarded === undefined && isLoopback(socket.remoteAddress)
  );
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash(given), hash(wanted));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
