import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { deactivateNotificationBody, deactivatedReply } from '#domain/account/wire/accounts.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { deactivateNotification } from '../store/notification-switch.ts';

/** Stops e-mails to an expert, authorized by the link in such an e-mail. A POST, because mail scanners open links. */
export function expertNotificationRoutes(app: FastifyInstance, { db }: Deps): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(
      '/experts/deactivate-expert-notification',
      { schema: { body: deactivateNotificationBody, response: { 200: deactivatedReply } } },
      async ({ body }) => {
        if (!(await deactivateNotification(db, body.token))) throw new Refusal('TOKEN_INVALID');
        return { deactivated: true };
      },
    );
}
