import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { idempotencyHeaders } from '#domain/protocol/rest.ts';
import { keyOf } from './commanding.ts';
import { unversioned } from './guards.ts';
import { lockedTransaction } from '../bus/locked-transaction.ts';
import { once } from '../store/sync/once.ts';
import type { Tx } from '../store/system/db.ts';

/**
 * Idempotent writes with an Idempotency-Key, for users with a session. A route has `config: keyed`, writes through
 * `request.tx` and returns its reply. Key, effect and reply are stored in one transaction. Refusals are not stored, so
 * the same key may be tried again. What locks streams or gives commands to the bus does so with `request.held`.
 */
export const keyed = { keyed: true } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    keyed?: true;
  }
  interface FastifyRequest {
    /** Set on all `keyed` routes. */
    tx: Tx;
    /** Set on all `keyed` routes: streams that `tx` has locked before anything else. */
    held: ReadonlySet<string>;
    /** Whether the reply is a stored one, without a new effect. */
    isRepeat: boolean;
    /** Set on all `keyed` routes: called one after the other after the commit of a new effect, before the reply. */
    afterCommit: (() => void | Promise<void>)[];
  }
}

/** Makes all `keyed` routes registered from now on idempotent by their key. */
export function keepWritesOnce(app: FastifyInstance): void {
  app.decorateRequest('tx');
  app.decorateRequest('held');
  app.decorateRequest('isRepeat', false);
  app.decorateRequest('afterCommit');
  app.addHook('onRoute', (route) => {
    if (route.config?.keyed !== true) return;
    route.schema = { ...route.schema, headers: idempotencyHeaders };
    route.handler = onceForKey(route.handler);
  });
}

/** The stored reply. */
interface Answer {
  status: number;
  body: unknown;
}

function onceForKey(handler: RouteOptions['handler']): RouteOptions['handler'] {
  return async function (request, reply) {
    let isNew = false;
    const { status, body } = await lockedTransaction(request.server.db, request.session.user.id, async (tx, held) => {
      request.tx = tx;
      request.held = held;
      request.afterCommit = [];
      isNew = false;
      const answer = async (): Promise<Answer> => {
        isNew = true;
        const given: unknown = await handler.call(this, request, reply);
        return { status: reply.statusCode, body: given };
      };
      const isKeyed = request.headers['idempotency-key'] !== undefined;
      return isKeyed ? await once(tx, writeOf(request), answer) : await answer();
    });
    for (const done of request.afterCommit) await done();
    request.isRepeat = !isNew;
    reply.code(status);
    return body;
  };
}

/** Returns the content of a write, to compare repeats; its path as in the tables of routes. */
function writeOf(request: FastifyRequest) {
  const { method, routeOptions, params, query, body, session } = request;
  return {
    key: keyOf(request, undefined),
    actor: session.user.id,
    what: `${method} ${unversioned(routeOptions.url ?? '')}`,
    body: { params, query, body },
  };
}
