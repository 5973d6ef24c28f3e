import type { FastifyInstance } from 'fastify';
import { isEmail, normalEmail } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isBlank, cleanName } from '#domain/ground/text.ts';
import { routesOfPayments } from '#domain/payment/wire/payments.ts';
import { keyOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { bearerOf } from '../../http/guards.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { guestActor, once } from '../../spine/log/once.ts';
import { sessionOf } from '../../session/sessions.ts';
import { keepContact } from '../store/contact-messages.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { serving } from '../../http/serve-routes.ts';

/** Route of the contact form: stores the message and queues its e-mail. */
export function contactRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serving(app, routesOfPayments)('POST /subscriptions/contact_us', async (request) => {
    const { body } = request;
    const email = normalEmail(body.email);
    if (!isEmail(email)) throw new Refusal('INVALID', [{ path: 'email', code: 'email' }]);
    const session = await sessionOf(db, bearerOf(request.headers.authorization));
    const userId = session?.user.id ?? null;
    const name = cleanName(body.name);
    if (name === '') throw new Refusal('INVALID', [{ path: 'name', code: 'required' }]);
    if (isBlank(body.message)) throw new Refusal('INVALID', [{ path: 'message', code: 'required' }]);
    const company = cleanName(body.company ?? '') || null;
    const said = { ...body, name, email, company, userId, address: request.ip };
    const write = { key: keyOf(request, undefined), actor: userId ?? guestActor, what: 'contact', body };
    return await transactionInTurn(db, { address: request.ip, kind: 'contact' }, (tx) =>
      once(tx, write, async () => {
        const done = await keepContact(tx, said);
        if ('waitMs' in done) throw new Refusal('RATE_LIMITED', { retryAfterMs: done.waitMs });
        await queueJob(tx, 'send_contact', { messageId: done.id });
        return { id: done.id, sent: true };
      }),
    );
  });
}
