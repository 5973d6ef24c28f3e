import { expect, test } from 'vitest';
import { trialDaysFor, wayTo } from '../../../../src/shell/public/pricing.tsx';

const premium = { id: 'premium', sale: 'self', trial_days: 14 } as const;
const standard = { id: 'standard', sale: 'self', trial_days: 0 } as const;
const navigator = { id: 'navigator-premium', sale: 'request', trial_days: 0 } as const;

const having = (name: string | null, status: 'active' | 'trailing' | 'past_due' | 'cancelled' = 'active') => ({
  plan: name === null ? null : { name },
  subscription: name === null ? null : { billing_type: 'fixed' as const, status, current_period_end: null },
});

test.each([
  ['a guest tries', premium, null, '/user-on-boarding?type=new&plan=premium', 'pricing.try'],
  ['a guest signs up', standard, null, '/user-on-boarding?type=new&plan=standard', 'pricing.signUp'],
  ['a guest asks', navigator, null, '/contact_us', 'pricing.contact'],
  ['somebody without a plan chooses', premium, having(null), '/pay?plan=premium', 'pricing.choose'],
  ['somebody changes', premium, having('standard'), '/pay?plan=premium', 'pricing.choose'],
  ['somebody looks at their own', premium, having('premium'), '/pay', 'pricing.yours'],
  ['somebody looks at their trial', premium, having('premium', 'trailing'), '/pay', 'pricing.yours'],
  [
    'somebody buys again what has ended',
    premium,
    having('premium', 'cancelled'),
    '/pay?plan=premium',
    'pricing.choose',
  ],
  ['somebody of the special company has it', navigator, having('navigator-premium'), '/pay', 'pricing.yours'],
] as const)('on the price list %s', (_, plan, user, to, text) => {
  expect(wayTo(plan, user)).toMatchObject({ to, text });
});

const daysOf = (user: Parameters<typeof trialDaysFor>[1]) => trialDaysFor(premium, user);

test('the price list offers free days to guests and to users who never had a plan, and not to staff', () => {
  expect([daysOf(null), daysOf({ role: 'USER', subscription: null })]).toEqual([14, 14]);
  expect(daysOf({ role: 'USER', ...having('standard', 'cancelled') })).toBe(0);
  expect(daysOf({ role: 'USER', ...having('premium', 'trailing') })).toBe(0);
  expect(daysOf({ role: 'EXPERT', subscription: null })).toBe(0);
});
