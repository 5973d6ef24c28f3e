import { expect, test } from 'vitest';
import { canChatWithExperts, disablesAiChat, hasNavigatorPass } from '#domain/account/permissions.ts';
import { planNamed, plans } from '#domain/account/plans-and-prices.ts';
import type { User } from '#domain/account/users.ts';

function somebody(plan: string, more: Partial<User> = {}): User {
  return {
    id: 'p',
    role: 'USER',
    status: 'ACTIVE',
    company_id: null,
    question_usage: 0,
    question_limit: 10,
    plan: { name: plan },
    subscription: { billing_type: 'fixed', status: 'active', current_period_end: null },
    ...more,
  };
}

/** Written by hand from the specification: expert chat, assistant hidden during the trial, Navigator in company 102. */
test.each([
  ['standard', false, false, false],
  ['professional-flex', false, false, false],
  ['professional', true, true, false],
  ['premium', true, true, false],
  ['navigator-premium', false, false, true],
  [' Premium ', true, true, false],
  ['premium-plus', false, false, false],
  ['__proto__', false, false, false],
])(
  '%s opens experts: %s, hides the assistant in its trial: %s, the Navigator: %s',
  (name, experts, hides, navigator) => {
    expect(canChatWithExperts(somebody(name))).toBe(experts);
    expect(disablesAiChat(somebody(name, { status: 'FREE_TRIAL' }))).toBe(hides);
    expect(hasNavigatorPass(somebody(name, { company_id: 102 }))).toBe(navigator);
    expect(hasNavigatorPass(somebody(name, { company_id: 101 }))).toBe(false);
  },
);

test('prices are whole amounts of money, and self-service plans open what they promise', () => {
  for (const { price, licenses } of plans) {
    expect(Number.isSafeInteger(price) && price > 0).toBe(true);
    expect(licenses).toBeGreaterThan(0);
  }
  for (const { sale, features, opens, trial } of plans) {
    // The Navigator pass is bound to one company, so its plan is not for sale to everyone.
    expect(sale).toBe(opens.navigator ? 'request' : 'self');
    expect(features.includes('experts')).toBe(opens.expertChat || opens.navigator);
    expect(trial).toBe(opens.trialHidesAi);
  }
  expect(planNamed('gold')).toBeUndefined();
});
