import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import type { User } from '#domain/account/users.ts';
import { claims, type Policy, routePolicies, socketPolicies } from './policies.ts';
import { sessionOf, type SessionUser } from '../session/sessions.ts';
import type { Db } from '../database/db.ts';

/** Applies each route's policy. The rules of `domain/account/permissions.ts` are checked for each request. */

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
    /** All routes, with their policies. */
    guardedRoutes: readonly GuardedRoute[];
  }
  interface FastifyRequest {
    /** Set on all routes whose policy needs a session. */
    session: SessionUser;
  }
}

/** A route with its method, path and policy. */
interface GuardedRoute {
  method: string;
  url: string;
  policy: Policy;
}

/**
 * Applies its policy to every route registered from now on.
 * @throws at the registration of a route without a policy, so that the server does not start
 */
export function guardRoutes(app: FastifyInstance): void {
  const guardedRoutes: GuardedRoute[] = [];
  app.decorate('guardedRoutes', guardedRoutes);
  app.decorateRequest('session');
  app.addHook('onRoute', (route) => {
    const policies = new Set<Policy>();
    for (const method of [route.method].flat()) {
      const policy = rowOf(routePolicies, 'server/http/policies.ts', method, route.url);
      guardedRoutes.push({ method, url: route.url, policy });
      policies.add(policy);
    }
    const [policy, ...others] = policies;
    if (policy === undefined || others.length > 0)
      throw new Error(`${route.url} has several policies: split the route`);
    if (policy === 'anyone' || policy === 'proof') return;
    // After the rate limit, which is cheaper to check.
    route.onRequest = [...hooksOf(route), requireSession, requireThat(claims[policy])];
    // For `/docs`.
    route.schema = { ...route.schema, security: [{ bearer: [] }] };
  });
}

/**
 * Returns the row of a route. HEAD has that of GET, unless it has one of its own.
 * @param file the table's file, for who adds a route
 * @throws when there is none
 */
export function rowOf<T>(table: Readonly<Record<string, T>>, file: string, method: string, url: string): T {
  const path = unversioned(url).replace(/^\/docs(\/.*)?$/, '/docs/*');
  const own = `${method} ${path}`;
  const name = method === 'HEAD' && !Object.hasOwn(table, own) ? `GET ${path}` : own;
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) throw new Error(`${own} has no line in ${file}`);
  return row;
}

/** Returns a route's path as in the tables of routes. */
export function unversioned(url: string): string {
  return url.replace(/^\/api\/v[12](?=\/)/, '');
}

function hooksOf({ onRequest }: RouteOptions) {
  return onRequest === undefined ? [] : [onRequest].flat();
}

/** Requires a live session, by the bearer token only: cookies are never read. */
async function requireSession(request: FastifyRequest): Promise<void> {
  const session = await sessionOf(request.server.db, bearerOf(request.headers.authorization));
  if (session === undefined) throw new Refusal('UNAUTHORIZED');
  request.session = session;
}

/** Returns the token of an `Authorization: Bearer` header; empty when there is none. */
export function bearerOf(header: string | undefined): string {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? '')?.[1] ?? '';
}

function requireThat(claim: (user: User) => boolean) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!claim(request.session.user)) throw new Refusal('FORBIDDEN');
  };
}

/** Returns the condition for joining a namespace (`/sync`), or sending an event in it (`/sync sync:push`). */
export function claimOfSocket(name: string): (user: User) => boolean {
  const policy = Object.hasOwn(socketPolicies, name) ? socketPolicies[name] : undefined;
  if (policy === undefined) throw new Error(`${name} has no line in server/http/policies.ts`);
  return claims[policy];
}
