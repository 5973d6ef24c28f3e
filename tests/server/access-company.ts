import { whichCompany } from './access-table.ts';
import type { Calls } from './access-world.ts';

/** A company's calls, under one of the prefixes they answer to. */
export function companyCalls(prefix: string): Calls {
  return {
    [`GET ${prefix}/company_v2`]: (id) => ({ url: `/api/v1${prefix}/company_v2?company_id=${id}` }),
    [`PUT ${prefix}/company_v2`]: (id) => ({
      url: `/api/v1${prefix}/company_v2?company_id=${id}`,
      body: { company_name: 'Company' },
    }),
    [`GET ${prefix}/company_users`]: (id) => ({ url: `/api/v1${prefix}/company_users?company_id=${id}` }),
    [`GET ${prefix}/company_users/invitations`]: (id) => ({
      url: `/api/v1${prefix}/company_users/invitations?company_id=${id}`,
    }),
    [`DELETE ${prefix}/company_users/:id`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/${id}${whichCompany(letter, of)}`,
    }),
    [`POST ${prefix}/company_users/invitations/:id/resend`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/invitations/${id}/resend${whichCompany(letter, of)}`,
    }),
    [`DELETE ${prefix}/company_users/invitations/:id`]: (id, _world, letter, of) => ({
      url: `/api/v1${prefix}/company_users/invitations/${id}${whichCompany(letter, of)}`,
    }),
  };
}
