import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { deletionBody, deletionReply } from '#domain/account/wire/accounts.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { askForDeletion, deletionOf, keepAccount, proveOwner } from '../leaving.ts';
import { admitLogin, unlessUndecided } from '../login-attempts.ts';
import { forgetAttempts } from '../store/login-attempts.ts';
import { deviceOf } from '../../http/device-header.ts';

/** Routes for deleting the user's account after a grace period. */
export function leavingRoutes(app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.get('/users/me/deletion', { schema: { response: { 200: deletionReply } } }, ({ session }) =>
    deletionOf(db, session.user),
  );
  routes.post(
    '/users/me/deletion',
    { schema: { body: deletionBody, response: { 200: deletionReply } } },
    async ({ session: { user, sessionId }, ip, headers, body }) => {
      // Counted as a sign-in attempt, so that a stolen session cannot guess the password.
      const attempt = await admitLogin(db, user.email, { address: ip, device: deviceOf(headers['x-device-id']) });
      await unlessUndecided(db, attempt, () => proveOwner(db, { email: user.email, sessionId }, body));
      await forgetAttempts(db, user.email, ip);
      await db.transaction().execute((tx) => askForDeletion(tx, user, sessionId));
      return await deletionOf(db, user);
    },
  );
  routes.delete(
    '/users/me/deletion',
    { config: keyed, schema: { response: { 200: deletionReply } } },
    async ({ tx, session }) => {
      await keepAccount(tx, session.user);
      return await deletionOf(tx, session.user);
    },
  );
}
