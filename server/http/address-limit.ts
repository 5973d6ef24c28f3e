import { MINUTE } from '#domain/ground/units.ts';
import fastifyRateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import type { Allowance } from '../limits/allowance.ts';
import { routeCosts } from './costs.ts';
import { rowOf } from './guards.ts';

/** Limits requests per address, before anything else is checked. Expensive calls count more. */
export async function limitAddresses(app: FastifyInstance, addresses: Allowance, perMinute: number): Promise<void> {
  // A route with its own settings gets a child of the store, which receives the route.
  app.addHook('onRoute', (route) => {
    if (costOf(route) > 1) route.config = { ...route.config, rateLimit: {} };
  });
  await app.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: MINUTE,
    store: storeOf(addresses),
    errorResponseBuilder: (_request, { ttl }) => new Refusal('RATE_LIMITED', { retryAfterMs: ttl }),
  });
}

/** Returns the cost of a route. @throws when `costs.ts` has no line for it */
export function costOf({ method, url }: Pick<RouteOptions, 'method' | 'url'>): number {
  const rows = [method].flat().map((each) => rowOf(routeCosts, 'server/http/costs.ts', each, url));
  return Math.max(...rows);
}

/** Returns a class for the limiter's store, backed by an allowance; the limiter creates the instances. */
function storeOf(addresses: Allowance): FastifyRateLimitStoreCtor {
  return class Store {
    readonly cost: number;

    constructor(_options: object, cost = 1) {
      this.cost = cost;
    }

    incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void {
      const { count, resetMs } = addresses.take(key, this.cost);
      done(null, { current: count, ttl: resetMs });
    }

    child(options: object): Store {
      // The limiter passes the route, but its types lack it.
      const { routeInfo } = options as { routeInfo?: RouteOptions };
      return new Store({}, routeInfo === undefined ? 1 : costOf(routeInfo));
    }
  };
}
