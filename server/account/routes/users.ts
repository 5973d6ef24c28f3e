import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { administersCompany } from '#domain/account/permissions.ts';
import { mailChoices, profileBody, profileReply, quotasReply } from '#domain/spine/wire/own.ts';
import { meReply } from '#domain/account/wire/accounts.ts';
import { changeProfile } from '../profiles.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { chooseOrderMails, orderMailsOf } from '../../order/store/step-mails.ts';
import { profileOf } from '../store/profiles.ts';
import { meOf } from '../store/me.ts';
import { quotaUsageOf } from '../../session/quotas.ts';

/** Routes of users; so far, of the user themselves. */
export function userRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.get('/users/me', { schema: { response: { 200: meReply } } }, async (request) => {
    const me = await meOf(db, request.session.user.id);
    if (me === undefined) throw new Refusal('UNAUTHORIZED');
    return me;
  });
  routes.get('/users/me/mails', { schema: { response: { 200: mailChoices } } }, async ({ session: { user } }) => ({
    orders: await orderMailsOf(db, user.id),
  }));
  routes.put(
    '/users/me/mails',
    { config: keyed, schema: { body: mailChoices, response: { 200: mailChoices } } },
    async ({ tx, body: { orders }, session: { user } }) => {
      await chooseOrderMails(tx, user.id, orders);
      return { orders: await orderMailsOf(tx, user.id) };
    },
  );
  routes.get('/users/me/profile', { schema: { response: { 200: profileReply } } }, ({ session: { user } }) =>
    profileOf(db, user.id),
  );
  routes.put(
    '/users/me/profile',
    { config: keyed, schema: { body: profileBody, response: { 200: profileReply } } },
    async ({ tx, body, session: { user } }) => {
      await changeProfile(tx, user.id, body);
      return await profileOf(tx, user.id);
    },
  );
  // Only administrators see the use of the whole company.
  routes.get('/users/me/quotas', { schema: { response: { 200: quotasReply } } }, async ({ session: { user } }) => ({
    own: await quotaUsageOf(db, user, 'user', config.quotaFactor),
    company: administersCompany(user) ? await quotaUsageOf(db, user, 'company', config.quotaFactor) : null,
  }));
}
