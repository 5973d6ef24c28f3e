/** Users: their roles, plans and the fields of a session. Field names are those of the specification's `users/me`. */
export type Role = 'CHATBOT' | 'USER' | 'COMPANY_ADMIN' | 'EXPERT';

export type AccountStatus = 'ACTIVE' | 'INSTANT_TEST' | 'FREE_TRIAL' | 'UNCONFIRMED' | 'DEACTIVATED';

export type PlanName = 'professional-flex' | 'professional' | 'premium' | 'navigator-premium' | 'standard';

export interface Subscription {
  billing_type: 'fixed' | 'payu';
  status: 'active' | 'trailing' | 'past_due' | 'cancelled';
  current_period_end: string | null;
}

/** What somebody is called everywhere whose account was deleted. Screens say it in the reader's language. */
export const deletedName = 'Deleted account';

/** Everything the rules in `permissions.ts` look at. */
export interface Person {
  id: string;
  role: Role;
  status: AccountStatus;
  company_id: number | null;
  question_usage: number;
  question_limit: number;
  plan: { name: string } | null;
  subscription: Subscription | null;
}

/** What a user may read about themselves; `flags` are for display, the server uses its own. */
export interface Me extends Person {
  email: string;
  display_name: string;
  username: string | null;
  phone: string | null;
  company: { id: number; name: string } | null;
  flags: SessionFlags;
  permissions: string[];
  unread: { expert: number; po: number };
  /** When the account is deleted, as its owner has asked for; kept from before an update it may be missing. */
  deletion_due_at?: string | null;
}

export interface SessionFlags {
  isAdmin: boolean;
  isInstantTester: boolean;
  hasNavigatorPremiumPass: boolean;
  canChatWithExperts: boolean;
  disableAiChat: boolean;
}
