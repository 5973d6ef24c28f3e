import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { DAY } from '#domain/ground/units.ts';
import { idempotencyHeaders } from '#domain/ground/wire/parts.ts';
import { keyOf } from './commanding.ts';
import { unversioned } from '../../http/guards.ts';
import { lockedTransaction } from '../bus/locked-transaction.ts';
import { once } from '../log/once.ts';
import { forgetKey } from '../log/write-keys.ts';
import { spendToday } from '../../session/quotas.ts';
import type { Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';

/**
 * Idempotent writes with an Idempotency-Key, for users with a session. Such a route is `keyed` in the table of its
 * noun, writes through `request.tx` and returns its reply. Key, effect and reply are stored in one transaction.
 * Refusals are not stored, so the same key may be tried again. Code that locks streams or gives commands to the bus
 * does so with `request.held`. The stored reply uses the bytes that a user may write in a day.
 */
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

/**
 * Makes all `keyed` routes registered from now on idempotent by their key.
 * @param quotaFactor multiplies every quota
 */
export function keepWritesOnce(app: FastifyInstance, quotaFactor: number): void {
  app.decorateRequest('tx');
  app.decorateRequest('held');
  app.decorateRequest('isRepeat', false);
  app.decorateRequest('afterCommit');
  app.addHook('onRoute', (route) => {
    if (route.config?.keyed !== true) return;
    route.schema = { ...route.schema, headers: idempotencyHeaders };
    route.handler = onceForKey(route.handler, quotaFactor);
  });
}

/** The stored reply. */
interface Answer {
  status: number;
  body: unknown;
}

function onceForKey(handler: RouteOptions['handler'], quotaFactor: number): RouteOptions['handler'] {
  return async function (request, reply) {
    const isKeyed = request.headers['idempotency-key'] !== undefined;
    const mayKeep = isKeyed && (await spendReply(request, quotaFactor));
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
      if (!isKeyed) return await answer();
      const write = writeOf(request);
      const done = await once(tx, write, async () => {
        if (!mayKeep && !isDeletion(request)) throw tomorrow();
        return await answer();
      });
      if (isNew && !mayKeep) await forgetKey(tx, write.key);
      return done;
    });
    for (const done of request.afterCommit) await done();
    request.isRepeat = !isNew;
    reply.code(status);
    return body;
  };
}

/** Approximate bytes of a stored reply with its key. Most replies have some hundred. */
const bytesOfReply = 500;

/**
 * Uses the bytes of a stored reply. The write's own transaction would lock the user's quotas until its end: a long
 * import would hold up all commands of its user. Deletions have as much again as other writes, because they are always
 * allowed; beyond that, they are done without a stored reply.
 * @returns whether the reply may be stored
 */
async function spendReply(request: FastifyRequest, quotaFactor: number): Promise<boolean> {
  const { user } = request.session;
  const factor = isDeletion(request) ? 2 * quotaFactor : quotaFactor;
  try {
    await transactionInTurn(request.server.db, { user: user.id, kind: 'quotas' }, (tx) =>
      spendToday(tx, user, 'writtenBytesPerDay', factor, bytesOfReply),
    );
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'QUOTA_EXCEEDED') return false;
    throw error;
  }
}

function isDeletion({ method }: FastifyRequest): boolean {
  return method === 'DELETE';
}

function tomorrow(): Refusal {
  return new Refusal('RATE_LIMITED', { retryAfterMs: DAY - (Date.now() % DAY) });
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
