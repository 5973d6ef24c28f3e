import { sql } from 'kysely';
import type { AccountStatus } from '#domain/account/users.ts';
import type { Db } from '../../server/database/db.ts';

/** The kinds of user the specification distinguishes, as accounts with the password of the demo. */

const kinds = {
  tester: { role: 'USER', status: 'INSTANT_TEST', plan: null, sub: null, company: null },
  freeTrial: { role: 'USER', status: 'FREE_TRIAL', plan: 'professional', sub: 'trailing', company: null },
  standard: { role: 'USER', status: 'ACTIVE', plan: 'standard', sub: 'active', company: null },
  professional: { role: 'USER', status: 'ACTIVE', plan: 'professional', sub: 'active', company: null },
  navigator: { role: 'USER', status: 'ACTIVE', plan: 'navigator-premium', sub: 'active', company: 102 },
  companyAdmin: { role: 'COMPANY_ADMIN', status: 'ACTIVE', plan: 'professional', sub: 'active', company: 210 },
  adminNoPlan: { role: 'COMPANY_ADMIN', status: 'ACTIVE', plan: null, sub: null, company: 210 },
  expert: { role: 'EXPERT', status: 'ACTIVE', plan: null, sub: null, company: 102 },
  admin: { role: 'CHATBOT', status: 'ACTIVE', plan: null, sub: null, company: 102 },
  deactivated: { role: 'USER', status: 'DEACTIVATED', plan: 'professional', sub: 'active', company: null },
} as const;

export const emailOf = (kind: string) => `${kind.toLowerCase()}@kinds.vfp`;

/** Adds all of them to the users of the demo. */
export async function addKinds(db: Db): Promise<void> {
  for (const [kind, { role, status, plan, sub, company }] of Object.entries(kinds)) {
    const billing = sub === null ? null : 'fixed';
    await sql`
      insert into users (id, email, display_name, password_hash, role, status, plan_name, billing_type, sub_status,
                         company_id, question_limit)
      select gen_random_uuid(), ${emailOf(kind)}, ${kind}, password_hash, ${role}, ${status}, ${plan}, ${billing}, ${sub},
             ${company}, 10
      from users where email = 'customer@demo.vfp'`.execute(db);
  }
}

/** Changes the status of the account of this kind. */
export async function setStatus(db: Db, kind: keyof typeof kinds, status: AccountStatus): Promise<void> {
  await sql`update users set status = ${status} where email = ${emailOf(kind)}`.execute(db);
}

/** Returns the token of a new session of this user. */
export async function tokenOf(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  });
  const { accessToken } = (await reply.json()) as { accessToken: string };
  return accessToken;
}
