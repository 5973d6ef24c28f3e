import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfAccounts } from '#domain/account/wire/accounts.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { deactivateNotification } from '../store/notification-switch.ts';
import { serving } from '../../http/serve-routes.ts';

/** Stops e-mails to an expert, authorized by the link in such an e-mail. A POST, because mail scanners open links. */
export function expertNotificationRoutes(app: FastifyInstance, { db }: Deps): void {
  serving(app, routesOfAccounts)('POST /experts/deactivate-expert-notification', async ({ body }) => {
    if (!(await deactivateNotification(db, body.token))) throw new Refusal('TOKEN_INVALID');
    return { deactivated: true };
  });
}
