import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../spine/routes/deps.ts';
import { askForDeletion, deletionOf, keepAccount, proveOwner } from '../leaving.ts';
import { countGuess } from '../login-attempts.ts';
import { loginFailures } from '../store/login-limits.ts';
import { originOf } from './sign-in.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfAccounts } from '#domain/account/wire/accounts.ts';

/** Routes for deleting the user's account after a grace period. */
export function leavingRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfAccounts);
  serve('GET /users/me/deletion', ({ session }) => deletionOf(db, session.user));
  serve('POST /users/me/deletion', async (request) => {
    const { user, sessionId } = request.session;
    const prove = () => proveOwner(db, { email: user.email, sessionId }, request.body);
    // Counted as a sign-in attempt, so that a stolen session cannot guess the password.
    await countGuess(db, user.email, originOf(request), prove, loginFailures);
    await db.transaction().execute((tx) => askForDeletion(tx, user, sessionId));
    return await deletionOf(db, user);
  });
  serve('DELETE /users/me/deletion', async ({ tx, session }) => {
    await keepAccount(tx, session.user);
    return await deletionOf(tx, session.user);
  });
}
