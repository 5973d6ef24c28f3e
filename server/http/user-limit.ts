import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { costOf } from './address-limit.ts';
import type { Allowance, LimitUse } from '../limits/allowance.ts';
import { moreForPush } from './costs.ts';

/** Limits requests per user, across addresses and devices. Checked right after the session. */
export function limitUsers(app: FastifyInstance, users: Allowance): void {
  app.addHook('preParsing', async (request, reply) => {
    // Public routes have no session, despite the type.
    const session: typeof request.session | undefined = request.session;
    if (session === undefined) return;
    const { method, routeOptions } = request;
    const cost = costOf({ method, url: routeOptions.url ?? '' });
    admit(reply, users.take(session.user.id, cost));
  });
  // The body is parsed only now.
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url?.endsWith('/sync/push') !== true) return;
    const more = moreForPush(request.body);
    if (more > 0) admit(reply, users.take(request.session.user.id, more));
  });
}

function admit(reply: FastifyReply, { isAllowed, limit, remaining, resetMs }: LimitUse): void {
  // The headers describe the limit that is closer; those of the address limit are set already.
  if (!isAllowed || remaining < Number(reply.getHeader('x-ratelimit-remaining') ?? Infinity)) {
    reply
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', Math.ceil(resetMs / 1000));
  }
  if (!isAllowed) throw new Refusal('RATE_LIMITED', { retryAfterMs: resetMs });
}
