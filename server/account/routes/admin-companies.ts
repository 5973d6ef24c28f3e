import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import { routesOfAdminOrders } from '#domain/order/wire/admin-orders.ts';
import { changeOpenCredit, openCreditOf } from '../store/open-credit.ts';
import { newId } from '../../ground/new-id.ts';
import { serving } from '../../http/serve-routes.ts';

/** Registers the decisions of the platform's administrators about companies. */
export function adminCompanyRoutes(app: FastifyInstance): void {
  const serve = serving(app, routesOfAdminOrders);

  serve(
    'POST /admin-api/companies/:id/open_credit',
    async ({ tx, params, body: { open_credit: isOpen, reason }, session: { user } }) => {
      if (isBlank(reason)) throw new Refusal('INVALID', [{ path: 'reason', code: 'REQUIRED' }]);
      const companyId = Number(params.id);
      await changeOpenCredit(tx, { id: newId(), companyId, author: user.id, isOpen, reason: reason.trim() });
      return requireFound(await openCreditOf(tx, companyId));
    },
  );
}
