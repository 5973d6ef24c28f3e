import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { idempotencyHeaders } from '#domain/protocol/rest.ts';
import { keyOf } from './commanding.ts';
import { unversioned } from './guards.ts';
import { once } from '../store/sync/once.ts';
import type { Tx } from '../store/system/database.ts';

/**
 * Writes that take an Idempotency-Key, for people with a session. A route says `config: keyed`, writes by `request.tx` and
 * returns its answer; the key, the effect and the answer are one transaction. What is refused is not kept: with the same
 * key it can be tried again.
 */
export const keyed = { keyed: true } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    keyed?: true;
  }
  interface FastifyRequest {
    /** There on every route that is `keyed`. */
    tx: Tx;
    /** Whether the answer is an earlier one, and nothing happened now. */
    isRepeat: boolean;
  }
}

/** Makes every route registered from now on that is `keyed` happen once for each key. */
export function keepWritesOnce(app: FastifyInstance): void {
  app.decorateRequest('tx');
  app.decorateRequest('isRepeat', false);
  app.addHook('onRoute', (route) => {
    if (route.config?.keyed !== true) return;
    route.schema = { ...route.schema, headers: idempotencyHeaders };
    route.handler = onceForKey(route.handler);
  });
}

/** What is kept of an answer. */
interface Answer {
  status: number;
  body: unknown;
}

function onceForKey(handler: RouteOptions['handler']): RouteOptions['handler'] {
  return async function (request, reply) {
    let isNew = false;
    const { status, body } = await request.server.db.transaction().execute(async (tx) => {
      request.tx = tx;
      const answer = async (): Promise<Answer> => {
        isNew = true;
        const given: unknown = await handler.call(this, request, reply);
        return { status: reply.statusCode, body: given };
      };
      const isKeyed = request.headers['idempotency-key'] !== undefined;
      return isKeyed ? await once(tx, writeOf(request), answer) : await answer();
    });
    request.isRepeat = !isNew;
    reply.code(status);
    return body;
  };
}

/** A write by all that it says; its address as the table of routes spells it. */
function writeOf(request: FastifyRequest) {
  const { method, routeOptions, params, query, body, session } = request;
  return {
    key: keyOf(request, undefined),
    actor: session.person.id,
    what: `${method} ${unversioned(routeOptions.url ?? '')}`,
    body: { params, query, body },
  };
}
