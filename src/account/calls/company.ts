import type { CompanyUsersReply } from '#domain/account/wire/company.ts';
import { call } from '../../net/call.ts';
import type { Api } from '../../net/http.ts';

export type Colleague = CompanyUsersReply['items'][number];

/** Returns one page of the company's users, by name; the last page where there are fewer now. */
export async function colleagues(api: Api, page: number): Promise<CompanyUsersReply> {
  const users = await call(api, 'GET /company_users', { query: { page } });
  const last = countPages(users);
  return page > last ? await colleagues(api, last) : users;
}

/** Returns the number of pages of the company's users; at least one. */
export function countPages({ total, limit }: CompanyUsersReply): number {
  return Math.max(1, Math.ceil(total / limit));
}
