import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../spine/routes/deps.ts';
import { askForDeletion, deletionOf, keepAccount, proveOwner } from '../leaving.ts';
import { admitLogin, unlessUndecided } from '../login-attempts.ts';
import { forgetAttempts } from '../store/login-attempts.ts';
import { deviceOf } from '../../http/device-header.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfAccounts } from '#domain/account/wire/accounts.ts';

/** Routes for deleting the user's account after a grace period. */
export function leavingRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfAccounts);
  serve('GET /users/me/deletion', ({ session }) => deletionOf(db, session.user));
  serve('POST /users/me/deletion', async ({ session: { user, sessionId }, ip, headers, body }) => {
    // Counted as a sign-in attempt, so that a stolen session cannot guess the password.
    const attempt = await admitLogin(db, user.email, { address: ip, device: deviceOf(headers['x-device-id']) });
    await unlessUndecided(db, attempt, () => proveOwner(db, { email: user.email, sessionId }, body));
    await forgetAttempts(db, user.email, ip);
    await db.transaction().execute((tx) => askForDeletion(tx, user, sessionId));
    return await deletionOf(db, user);
  });
  serve('DELETE /users/me/deletion', async ({ tx, session }) => {
    await keepAccount(tx, session.user);
    return await deletionOf(tx, session.user);
  });
}
