import { Type, type Static } from 'typebox';
import { taxNumberChars } from '../tax-number.ts';
import { id, int4, listOf, nullable, oneOf, page, text, when } from '../../ground/wire/parts.ts';

/** Schemas of the company endpoints: its data, its members and its invitations. */

/** Staff name the company; for all other users it is their own. */
const whichCompany = { company_id: Type.Optional(int4(1)) };
export const companyQuery = Type.Object(whichCompany);
export const companyPageQuery = Type.Object({
  ...whichCompany,
  ...page,
  q: Type.Optional(Type.String({ maxLength: 100 })),
});

export const companyReply = Type.Object({
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
export const companyBody = Type.Object({
  company_name: Type.String({ maxLength: 200 }),
  company_contact_email: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  company_address: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  company_vat_id: Type.Optional(nullable(Type.String({ maxLength: taxNumberChars }))),
  company_license_limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
});
export type CompanyBody = Static<typeof companyBody>;

export const companyUsersReply = listOf(
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

/** What administrators of the company may be made of a user: another administrator, or a user again. */
export const companyRoleBody = Type.Object({ role: oneOf('USER', 'COMPANY_ADMIN') });
export type CompanyRole = Static<typeof companyRoleBody>['role'];
export const companyRoleReply = Type.Object({ id, role: companyRoleBody.properties.role });

const invitation = Type.Object({
  id,
  email: text,
  display_name: text,
  role: text,
  state: oneOf('open', 'expired'),
  created_at: when,
  expires_at: when,
});
export const invitationsReply = listOf(invitation);
export type InvitationsReply = Static<typeof invitationsReply>;

/** `role` and `company_id` are applied only when staff send them. */
export const createUserBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  display_name: Type.Optional(Type.String({ maxLength: 100 })),
  username: Type.Optional(Type.String({ maxLength: 64 })),
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })),
  role: Type.Optional(oneOf('USER', 'COMPANY_ADMIN', 'EXPERT', 'CHATBOT')),
  company_id: Type.Optional(nullable(int4(1))),
});
export type CreateUserBody = Static<typeof createUserBody>;
export const invitedReply = Type.Object({ user_id: id, email: text, status: oneOf('INVITED'), expires_at: when });

export const emailParams = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) });
export const emailReply = Type.Object({
  exists: Type.Boolean(),
  id: Type.Optional(id),
  display_name: Type.Optional(text),
});
