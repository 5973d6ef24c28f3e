import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { emailChangeBody, emailConfirmBody, emailReply, emailUndoBody } from '#domain/spine/wire/own.ts';
import { codeSentReply } from '#domain/account/wire/accounts.ts';
import { askForEmailChange, confirmEmailChange, undoEmailChange } from '../email-change.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { deviceOf } from '../../http/device-header.ts';

/** Routes that change the address of an account, and undo that with the link from an e-mail. */
export function ownEmailRoutes(app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.post(
    '/users/me/email',
    { schema: { body: emailChangeBody, response: { 200: codeSentReply } } },
    async (request) => {
      await askForEmailChange(db, changing(request), request.body, originOf(request));
      return { sent: true };
    },
  );
  routes.post(
    '/users/me/email/confirm',
    { schema: { body: emailConfirmBody, response: { 200: emailReply } } },
    async (request) => ({ email: await confirmEmailChange(db, changing(request), request.body, originOf(request)) }),
  );
  // Needs no session, because a stranger may have ended the owner's. A POST, because mail scanners open links.
  routes.post(
    '/auth/undo_email_change',
    { schema: { body: emailUndoBody, response: { 200: emailReply } } },
    async ({ body, ip, id }) => ({ email: await undoEmailChange(db, body.token, { address: ip, requestId: id }) }),
  );
}

function changing({ session: { user, sessionId }, id }: FastifyRequest) {
  return { user, sessionId, requestId: id };
}

function originOf({ headers, ip }: FastifyRequest) {
  return { deviceId: deviceOf(headers['x-device-id']), address: ip };
}
