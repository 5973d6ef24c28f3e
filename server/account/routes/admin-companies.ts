import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { companyParams, openCreditBody, openCreditReply } from '#domain/order/wire/admin-orders.ts';
import { isBlank } from '#domain/ground/text.ts';
import { changeOpenCredit, openCreditOf } from '../store/open-credit.ts';
import { newId } from '../../ground/new-id.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';

/** What administrators of the platform decide about companies. */
export function adminCompanyRoutes(app: FastifyInstance): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/admin-api/companies/:id/open_credit',
    { config: keyed, schema: { params: companyParams, body: openCreditBody, response: { 200: openCreditReply } } },
    async ({ tx, params, body: { open_credit: isOpen, reason }, session: { user } }) => {
      if (isBlank(reason)) throw new Refusal('INVALID', [{ path: 'reason', code: 'REQUIRED' }]);
      const companyId = Number(params.id);
      await changeOpenCredit(tx, { id: newId(), companyId, author: user.id, isOpen, reason: reason.trim() });
      const company = await openCreditOf(tx, companyId);
      if (company === undefined) throw new Refusal('NOT_FOUND');
      return company;
    },
  );
}
