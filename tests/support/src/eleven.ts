import type { Me, User } from '../../../domain/account/users.ts';
import { flagsOf } from '../../../domain/account/permissions.ts';
import { testUser } from './user.ts';

/** The eleven kinds of user that the specification distinguishes, in the order of the tables in tests. */

const active = { billing_type: 'fixed', status: 'active', current_period_end: null } as const;
const trial = { billing_type: 'fixed', status: 'trailing', current_period_end: null } as const;
const plain: Partial<User> = { role: 'USER', status: 'ACTIVE', company_id: null, plan: null, subscription: null };
const plan = (name: string) => ({ plan: { name }, subscription: active });

const abouts: Record<string, Partial<User> | null> = {
  guest: null,
  tester: { ...plain, status: 'INSTANT_TEST' },
  freeTrial: { ...plain, status: 'FREE_TRIAL', plan: { name: 'professional' }, subscription: trial },
  standard: { ...plain, ...plan('standard') },
  professional: { ...plain, ...plan('professional') },
  navigator: { ...plain, ...plan('navigator-premium'), company_id: 102 },
  companyAdmin: { ...plain, ...plan('professional'), role: 'COMPANY_ADMIN', company_id: 210 },
  adminNoPlan: { ...plain, role: 'COMPANY_ADMIN', company_id: 210 },
  expert: { ...plain, role: 'EXPERT', company_id: 102 },
  admin: { ...plain, role: 'CHATBOT', company_id: 102 },
  deactivated: { ...plain, ...plan('professional'), status: 'DEACTIVATED' },
};

export const eleven: { kind: string; user: Me | null }[] = Object.entries(abouts).map(([kind, about]) => ({
  kind,
  user: about === null ? null : meOf(about),
}));

function meOf(about: Partial<User>): Me {
  const me = testUser(about);
  return { ...me, flags: flagsOf(me) };
}
