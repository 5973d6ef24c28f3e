import type { Person } from './users.ts';

/**
 * What somebody may do, as one text to compare: the server says it with every page of a pull, and a device that knows
 * another one asks who it has become. How many questions were asked is no part of it.
 */
export function standingOf(person: Omit<Person, 'id' | 'question_usage'>): string {
  const { role, status, company_id: company, question_limit: limit, plan, subscription: paid } = person;
  const plain = [role, status, company ?? '', limit, plan?.name ?? ''];
  return [...plain, paid?.billing_type ?? '', paid?.status ?? '', paid?.current_period_end ?? ''].join(' ');
}
