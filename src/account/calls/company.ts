import type { CompanyReply, CompanyRole, CompanyUsersReply, InvitationsReply } from '#domain/account/wire/company.ts';
import type { Api } from '../../net/http.ts';

/** The user's own company, for its administrator. */

export type Colleague = CompanyUsersReply['items'][number];
export type Invited = InvitationsReply['items'][number];

export interface CompanyForm {
  company_name: string;
  company_contact_email: string;
  company_address: string;
  company_vat_id: string;
}

export function company(api: Api): Promise<CompanyReply> {
  return api.json({ path: '/company_v2' });
}

export function saveCompany(api: Api, form: CompanyForm): Promise<CompanyReply> {
  return api.json({ method: 'PUT', path: '/company_v2', body: form });
}

/** Returns one page of the company's users, by name; the last page where there are fewer now. */
export async function colleagues(api: Api, page: number): Promise<CompanyUsersReply> {
  const users = await api.json<CompanyUsersReply>({ path: `/company_users?page=${page}` });
  const last = pagesOf(users);
  return page > last ? await colleagues(api, last) : users;
}

/** Returns the number of pages of the company's users; at least one. */
export function pagesOf({ total, limit }: CompanyUsersReply): number {
  return Math.max(1, Math.ceil(total / limit));
}

export function changeRole(api: Api, id: string, role: CompanyRole): Promise<void> {
  return api.json({ method: 'PUT', path: `/company_users/${id}`, body: { role } });
}

export function removeColleague(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `/company_users/${id}` });
}

/** Returns the open invitations. */
export function invitations(api: Api): Promise<InvitationsReply> {
  return api.json({ path: '/company_users/invitations?limit=100' });
}

/** Invites a user by e-mail. @throws Refused with LICENSES_USED_UP when no license is left */
export function invite(api: Api, form: { email: string; display_name?: string; language: string }): Promise<void> {
  return api.json({ path: '/auth/create_user', body: form });
}

export function inviteAgain(api: Api, id: string): Promise<void> {
  return api.json({ method: 'POST', path: `/company_users/invitations/${id}/resend` });
}

export function cancelInvitation(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `/company_users/invitations/${id}` });
}
