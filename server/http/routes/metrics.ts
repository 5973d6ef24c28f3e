import { timingSafeEqual, createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import type { Config } from '../../ground/config.ts';
import { bearerOf } from '../guards.ts';
import type { Metrics } from '../../ground/metrics.ts';
import { isThisMachine } from '../../ground/origins.ts';

/**
 * Serves the metrics of this process to Prometheus: with a token if one is set, else to this machine only. For others
 * the route does not exist.
 */
export function metricsRoutes(
  app: FastifyInstance,
  metrics: Metrics,
  { metricsToken, proxies }: Pick<Config, 'metricsToken' | 'proxies'>,
): void {
  const mayRead = ({ headers, raw }: FastifyRequest): boolean =>
    metricsToken === undefined
      ? isThisMachine(raw, proxies)
      : isSameToken(bearerOf(headers.authorization), metricsToken);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request)) throw new Refusal('NOT_FOUND');
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}

function isSameToken(given: string, wanted: string): boolean {
  return timingSafeEqual(hash(given), hash(wanted));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
