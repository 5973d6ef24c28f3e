import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import {
  companyBody,
  companyPageQuery,
  companyQuery,
  companyReply,
  companyRoleBody,
  companyRoleReply,
  type CompanyReply,
  companyUsersReply,
  createUserBody,
  emailParams,
  emailReply,
  invitationsReply,
  invitedReply,
} from '#domain/account/wire/company.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import { codeSentReply } from '#domain/account/wire/accounts.ts';
import { companyPrefixes } from '../../http/company-paths.ts';
import { changeRole, companyMeant, removeFromCompany, writeCompany } from '../companies.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { invite, inviteAgain } from '../invitations.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { companyOf, memberByEmail, usersOfCompany } from '../store/companies.ts';
import { cancelInvitation, invitationsOf } from '../store/invitations.ts';
import type { Db, Tx } from '../../database/db.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Routes of the company: its users may read, its administrators write, and staff name the company. */
export function companyRoutes(app: FastifyInstance, deps: Deps): void {
  for (const prefix of companyPrefixes) doorsUnder(prefix, app, deps);
  usersRoutes(app, deps);
}

function doorsUnder(prefix: string, app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    `${prefix}/company_v2`,
    { schema: { querystring: companyQuery, response: { 200: companyReply } } },
    async ({ session, query }) => found(db, companyMeant(session.user, query.company_id)),
  );
  routes.put(
    `${prefix}/company_v2`,
    { config: keyed, schema: { querystring: companyQuery, body: companyBody, response: { 200: companyReply } } },
    async ({ tx, session, query, body }) => {
      const id = companyMeant(session.user, query.company_id);
      await writeCompany(tx, session.user, id, body);
      return found(tx, id);
    },
  );

  routes.get(
    `${prefix}/company_users`,
    { schema: { querystring: companyPageQuery, response: { 200: companyUsersReply } } },
    async ({ session, query: { company_id: named, page = 1, limit = pageRows, q: search } }) => {
      const id = companyMeant(session.user, named);
      return { ...(await usersOfCompany(db, id, { page, limit, search })), page, limit };
    },
  );
  routes.put(
    `${prefix}/company_users/:id`,
    {
      config: keyed,
      schema: {
        params: idParams,
        querystring: companyQuery,
        body: companyRoleBody,
        response: { 200: companyRoleReply },
      },
    },
    async ({ tx, session, params: { id }, query, body: { role } }) => {
      await changeRole(tx, companyMeant(session.user, query.company_id), id, role);
      return { id, role };
    },
  );
  routes.delete(
    `${prefix}/company_users/:id`,
    { config: keyed, schema: { params: idParams, querystring: companyQuery, response: { 204: Type.Null() } } },
    async ({ tx, session, params, query }, reply) => {
      await removeFromCompany(tx, session.user, companyMeant(session.user, query.company_id), params.id);
      reply.code(204);
      return null;
    },
  );

  routes.get(
    `${prefix}/company_users/invitations`,
    { schema: { querystring: companyPageQuery, response: { 200: invitationsReply } } },
    async ({ session, query: { company_id: named, page = 1, limit = pageRows } }) => {
      const id = companyMeant(session.user, named);
      return { ...(await invitationsOf(db, id, { page, limit })), page, limit };
    },
  );
  routes.post(
    `${prefix}/company_users/invitations/:id/resend`,
    { config: keyed, schema: { params: idParams, querystring: companyQuery, response: { 200: codeSentReply } } },
    async ({ tx, session, params, query }) => {
      await inviteAgain(tx, session.user, companyMeant(session.user, query.company_id), params.id);
      return { sent: true };
    },
  );
  routes.delete(
    `${prefix}/company_users/invitations/:id`,
    { config: keyed, schema: { params: idParams, querystring: companyQuery, response: { 204: Type.Null() } } },
    async ({ tx, session, params, query }, reply) => {
      const isGone = await cancelInvitation(tx, companyMeant(session.user, query.company_id), params.id);
      if (!isGone) throw new Refusal('NOT_FOUND');
      reply.code(204);
      return null;
    },
  );
}

/** Routes for invitations and the company's users. */
function usersRoutes(app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/auth/create_user',
    { config: keyed, schema: { body: createUserBody, response: { 201: invitedReply } } },
    async ({ tx, session, body }, reply) => {
      const { id, email, expiresAt } = await invite(tx, session.user, body);
      reply.code(201);
      return { user_id: id, email, status: 'INVITED' as const, expires_at: expiresAt };
    },
  );

  routes.get(
    '/users/email/:email',
    { schema: { params: emailParams, response: { 200: emailReply } } },
    async ({ session: { user }, params }) => {
      const inside = isStaff(user) ? undefined : companyMeant(user, undefined);
      const member = await memberByEmail(db, inside, params.email);
      if (member === undefined && inside !== undefined) throw new Refusal('NOT_FOUND');
      return member === undefined ? { exists: false } : { exists: true, ...member };
    },
  );
}

async function found(db: Db | Tx, id: number): Promise<CompanyReply> {
  const company = await companyOf(db, id);
  if (company === undefined) throw new Refusal('NOT_FOUND');
  return company;
}
