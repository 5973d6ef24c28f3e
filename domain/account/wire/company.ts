import { Type, type Static } from 'typebox';
import { taxNumberChars } from '../tax-number.ts';
import { id, idParams, int4, listOf, nothing, nullable, oneOf, page, text, when } from '../../ground/wire/parts.ts';
import { codeSentReply } from './accounts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Schemas of the company endpoints: its data, its members and its invitations. */

/** Staff name the company; for all other users it is their own. */
const whichCompany = { company_id: Type.Optional(int4(1)) };
const companyQuery = Type.Object(whichCompany);
const companyPageQuery = Type.Object({
  ...whichCompany,
  ...page,
  q: Type.Optional(Type.String({ maxLength: 100 })),
});

const companyReply = Type.Object({
  id: Type.Integer(),
  company_name: text,
  company_contact_email: nullable(text),
  company_address: nullable(text),
  company_vat_id: nullable(text),
  company_license_limit: Type.Integer(),
  licenses_used: Type.Integer({ description: 'Users and open invitations' }),
});
export type CompanyReply = Static<typeof companyReply>;

/** `company_license_limit` is applied only when staff send it. */
const companyBody = Type.Object({
  company_name: Type.String({ maxLength: 200 }),
  company_contact_email: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  company_address: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  company_vat_id: Type.Optional(nullable(Type.String({ maxLength: taxNumberChars }))),
  company_license_limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
});
export type CompanyBody = Static<typeof companyBody>;

const companyUsersReply = listOf(
  Type.Object({
    id,
    email: text,
    display_name: text,
    role: oneOf('USER', 'COMPANY_ADMIN'),
    status: text,
    plan: nullable(Type.Object({ name: text })),
    created_at: when,
    last_seen_at: nullable(when),
  }),
);
export type CompanyUsersReply = Static<typeof companyUsersReply>;

/** New role of a user, set by an administrator of the company: an administrator as well, or a user again. */
const companyRoleBody = Type.Object({ role: oneOf('USER', 'COMPANY_ADMIN') });
export type CompanyRole = Static<typeof companyRoleBody>['role'];
const companyRoleReply = Type.Object({ id, role: companyRoleBody.properties.role });

const invitation = Type.Object({
  id,
  email: text,
  display_name: text,
  role: text,
  state: oneOf('open', 'expired'),
  created_at: when,
  expires_at: when,
});
const invitationsReply = listOf(invitation);
export type InvitationsReply = Static<typeof invitationsReply>;

/** `role` and `company_id` are applied only when staff send them. */
const createUserBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  display_name: Type.Optional(Type.String({ maxLength: 100 })),
  username: Type.Optional(Type.String({ maxLength: 64 })),
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })),
  role: Type.Optional(oneOf('USER', 'COMPANY_ADMIN', 'EXPERT', 'CHATBOT')),
  company_id: Type.Optional(nullable(int4(1))),
});
export type CreateUserBody = Static<typeof createUserBody>;
const invitedReply = Type.Object({ user_id: id, email: text, status: oneOf('INVITED'), expires_at: when });

const emailParams = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) });
const emailReply = Type.Object({
  exists: Type.Boolean(),
  id: Type.Optional(id),
  display_name: Type.Optional(text),
});

export const routesOfCompany = {
  'GET /company_v2': { querystring: companyQuery, response: { 200: companyReply } },
  'PUT /company_v2': { keyed: true, querystring: companyQuery, body: companyBody, response: { 200: companyReply } },
  'GET /company_users': { querystring: companyPageQuery, response: { 200: companyUsersReply } },
  'PUT /company_users/:id': {
    keyed: true,
    params: idParams,
    querystring: companyQuery,
    body: companyRoleBody,
    response: { 200: companyRoleReply },
  },
  'DELETE /company_users/:id': { keyed: true, params: idParams, querystring: companyQuery, response: { 204: nothing } },
  'GET /company_users/invitations': { querystring: companyPageQuery, response: { 200: invitationsReply } },
  'POST /company_users/invitations/:id/resend': {
    keyed: true,
    params: idParams,
    querystring: companyQuery,
    response: { 200: codeSentReply },
  },
  'DELETE /company_users/invitations/:id': {
    keyed: true,
    params: idParams,
    querystring: companyQuery,
    response: { 204: nothing },
  },
  // Refused with LICENSES_USED_UP when no license is left.
  'POST /auth/create_user': { keyed: true, body: createUserBody, response: { 201: invitedReply } },
  'GET /users/email/:email': { params: emailParams, response: { 200: emailReply } },
} satisfies RouteTable;
