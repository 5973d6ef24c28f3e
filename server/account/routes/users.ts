import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { administersCompany } from '#domain/account/permissions.ts';
import { routesOfUsers } from '#domain/spine/wire/own.ts';
import { changeProfile } from '../profiles.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { chooseOrderMails, orderMailsOf } from '../../order/store/step-mails.ts';
import { profileOf } from '../store/profiles.ts';
import { meOf } from '../store/me.ts';
import { quotaUsageOf } from '../../session/quotas.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of users; so far, of the user themselves. */
export function userRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const serve = serving(app, routesOfUsers);
  serve('GET /users/me', async (request) => {
    const me = await meOf(db, request.session.user.id);
    if (me === undefined) throw new Refusal('UNAUTHORIZED');
    return me;
  });
  serve('GET /users/me/mails', async ({ session: { user } }) => ({
    orders: await orderMailsOf(db, user.id),
  }));
  serve('PUT /users/me/mails', async ({ tx, body: { orders }, session: { user } }) => {
    await chooseOrderMails(tx, user.id, orders);
    return { orders: await orderMailsOf(tx, user.id) };
  });
  serve('GET /users/me/profile', ({ session: { user } }) => profileOf(db, user.id));
  serve('PUT /users/me/profile', async ({ tx, body, session: { user } }) => {
    await changeProfile(tx, user.id, body);
    return await profileOf(tx, user.id);
  });
  // Only administrators see the use of the whole company.
  serve('GET /users/me/quotas', async ({ session: { user } }) => ({
    own: await quotaUsageOf(db, user, 'user', config.quotaFactor),
    company: administersCompany(user) ? await quotaUsageOf(db, user, 'company', config.quotaFactor) : null,
  }));
}
