import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../spine/routes/deps.ts';
import { auditPage } from '../../session/audit-entries.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfAudit } from '#domain/spine/wire/rest.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** The audit log, for staff who may read it. */
export function adminAuditRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serving(app, routesOfAudit)('GET /admin-api/audit', ({ query: { page = 1, limit = pageRows, what } }) =>
    auditPage(db, { page, limit }, what),
  );
}
