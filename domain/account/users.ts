/** Users: their roles, plans and session fields. Field names are those of `users/me` in the specification. */
const roles = ['CHATBOT', 'USER', 'COMPANY_ADMIN', 'EXPERT'] as const;

export type Role = (typeof roles)[number];

/** Reads a role as clients write it, in any case. */
export function roleFrom(text: string): Role | undefined {
  return roles.find((role) => role === text.trim().toUpperCase());
}

export type AccountStatus = 'ACTIVE' | 'INSTANT_TEST' | 'FREE_TRIAL' | 'UNCONFIRMED' | 'DEACTIVATED';

/** Names of the plans, as stored; `plans-and-prices.ts` has what each one costs and includes. */
export const planNames = ['standard', 'professional-flex', 'professional', 'premium', 'navigator-premium'] as const;

export type PlanName = (typeof planNames)[number];

export interface Subscription {
  billing_type: 'fixed' | 'payu';
  status: 'active' | 'trailing' | 'past_due' | 'cancelled';
  current_period_end: string | null;
}

/** Stored name of users whose account was deleted. The client shows it in the reader's language. */
export const deletedName = 'Deleted account';

/** The fields of a user that the rules in `permissions.ts` use. */
export interface User {
  id: string;
  role: Role;
  status: AccountStatus;
  company_id: number | null;
  question_usage: number;
  question_limit: number;
  plan: { name: string } | null;
  subscription: Subscription | null;
}

/**
 * Account of the signed-in user, as that user may read it. `flags` are for display only; the server computes its own.
 */
export interface Me extends User {
  email: string;
  display_name: string;
  username: string | null;
  phone: string | null;
  company: { id: number; name: string } | null;
  flags: SessionFlags;
  permissions: string[];
  unread: { expert: number; po: number };
  /**
   * Time at which the account will be deleted at its user's request. Missing in copies stored by older versions of the
   * app.
   */
  deletion_due_at?: string | null;
}

export interface SessionFlags {
  isAdmin: boolean;
  isInstantTester: boolean;
  hasNavigatorPremiumPass: boolean;
  canChatWithExperts: boolean;
  disableAiChat: boolean;
}
