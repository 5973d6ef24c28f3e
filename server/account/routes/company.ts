import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { type CompanyReply, routesOfCompany } from '#domain/account/wire/company.ts';
import { companyPrefixes } from '../../http/company-paths.ts';
import { changeRole, companyMeant, removeFromCompany, writeCompany } from '../companies.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { invite, inviteAgain } from '../invitations.ts';
import { companyOf, memberByEmail, usersOfCompany } from '../store/companies.ts';
import { cancelInvitation, invitationsOf } from '../store/invitations.ts';
import type { Db, Tx } from '../../database/db.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Routes of the company: its users may read, its administrators write, and staff name the company. */
export function companyRoutes(app: FastifyInstance, deps: Deps): void {
  for (const prefix of companyPrefixes) doorsUnder(prefix, app, deps);
  usersRoutes(app, deps);
}

function doorsUnder(prefix: string, app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfCompany, prefix);

  serve('GET /company_v2', async ({ session, query }) => found(db, companyMeant(session.user, query.company_id)));
  serve('PUT /company_v2', async ({ tx, session, query, body }) => {
    const id = companyMeant(session.user, query.company_id);
    await writeCompany(tx, session.user, id, body);
    return found(tx, id);
  });

  serve(
    'GET /company_users',
    async ({ session, query: { company_id: named, page = 1, limit = pageRows, q: search } }) => {
      const id = companyMeant(session.user, named);
      return await usersOfCompany(db, id, { page, limit, search });
    },
  );
  serve('PUT /company_users/:id', async ({ tx, session, params: { id }, query, body: { role } }) => {
    await changeRole(tx, companyMeant(session.user, query.company_id), id, role);
    return { id, role };
  });
  serve('DELETE /company_users/:id', async ({ tx, session, params, query }) => {
    await removeFromCompany(tx, session.user, companyMeant(session.user, query.company_id), params.id);
  });

  serve(
    'GET /company_users/invitations',
    async ({ session, query: { company_id: named, page = 1, limit = pageRows } }) => {
      const id = companyMeant(session.user, named);
      return await invitationsOf(db, id, { page, limit });
    },
  );
  serve('POST /company_users/invitations/:id/resend', async ({ tx, session, params, query }) => {
    await inviteAgain(tx, session.user, companyMeant(session.user, query.company_id), params.id);
    return { sent: true };
  });
  serve('DELETE /company_users/invitations/:id', async ({ tx, session, params, query }) => {
    const isGone = await cancelInvitation(tx, companyMeant(session.user, query.company_id), params.id);
    if (!isGone) throw new Refusal('NOT_FOUND');
  });
}

/** Routes for invitations and the company's users. */
function usersRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfCompany);

  serve('POST /auth/create_user', async ({ tx, session, body }) => {
    const { id, email, expiresAt } = await invite(tx, session.user, body);
    return { user_id: id, email, status: 'INVITED' as const, expires_at: expiresAt };
  });

  serve('GET /users/email/:email', async ({ session: { user }, params }) => {
    const inside = isStaff(user) ? undefined : companyMeant(user, undefined);
    const member = await memberByEmail(db, inside, params.email);
    if (member === undefined && inside !== undefined) throw new Refusal('NOT_FOUND');
    return member === undefined ? { exists: false } : { exists: true, ...member };
  });
}

async function found(db: Db | Tx, id: number): Promise<CompanyReply> {
  return requireFound(await companyOf(db, id));
}
