import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { Allowance } from './allowance.ts';

/** Limits what one person asks, from however many addresses and devices; asked as soon as it is known who calls. */
export function limitPeople(app: FastifyInstance, people: Allowance): void {
  app.addHook('preParsing', async (request, reply) => {
    // On routes for everybody there is none, whatever the type says.
    const session: typeof request.session | undefined = request.session;
    if (session === undefined) return;
    const { isAllowed, limit, remaining, resetMs } = people.take(session.person.id);
    // The headers speak of the limit that is nearer; the address's has written its own.
    if (!isAllowed || remaining < Number(reply.getHeader('x-ratelimit-remaining') ?? Infinity)) {
      reply
        .header('x-ratelimit-limit', limit)
        .header('x-ratelimit-remaining', remaining)
        .header('x-ratelimit-reset', Math.ceil(resetMs / 1000));
    }
    if (!isAllowed) throw new Refusal('RATE_LIMITED', { retryAfterMs: resetMs });
  });
}
