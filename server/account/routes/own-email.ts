import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askForEmailChange, confirmEmailChange, undoEmailChange } from '../email-change.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { originOf } from './sign-in.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfUsers } from '#domain/spine/wire/own.ts';

/** Routes that change the address of an account, and undo that with the link from an e-mail. */
export function ownEmailRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfUsers);
  serve('POST /users/me/email', async (request) => {
    await askForEmailChange(db, changing(request), request.body, originOf(request));
    return { sent: true };
  });
  serve('POST /users/me/email/confirm', async (request) => ({
    email: await confirmEmailChange(db, changing(request), request.body, originOf(request)),
  }));
  // Needs no session, because a stranger may have ended the owner's. A POST, because mail scanners open links.
  serve('POST /auth/undo_email_change', async ({ body, ip, id }) => ({
    email: await undoEmailChange(db, body.token, { address: ip, requestId: id }),
  }));
}

function changing({ session: { user, sessionId }, id }: FastifyRequest) {
  return { user, sessionId, requestId: id };
}
