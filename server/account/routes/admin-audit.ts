import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { auditQuery, auditReply } from '#domain/spine/wire/rest.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { auditPage } from '../../session/audit-entries.ts';

/** The audit log, for staff who may read it. */
export function adminAuditRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get(
      '/admin-api/audit',
      { schema: { querystring: auditQuery, response: { 200: auditReply } } },
      async ({ query: { page = 1, limit = 50, what } }) => {
        const { items, total } = await auditPage(db, { page, limit, what });
        return { items, total, page, limit };
      },
    );
}
