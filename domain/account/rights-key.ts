import type { User } from './users.ts';

/**
 * Returns a user's rights as one string to compare. The server sends it with every page of a pull, and a device that
 * has another one reloads `users/me`. The number of questions asked is not part of it.
 */
export function rightsKeyOf(user: Omit<User, 'id' | 'question_usage'>): string {
  const { role, status, company_id: company, question_limit: limit, plan, subscription: paid } = user;
  const plain = [role, status, company ?? '', limit, plan?.name ?? ''];
  return [...plain, paid?.billing_type ?? '', paid?.status ?? '', paid?.current_period_end ?? ''].join(' ');
}
