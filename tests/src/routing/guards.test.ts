import { expect, test } from 'vitest';
import type { User } from '../../../domain/account/users.ts';
import { returnPathOf, homeOf, guardRedirectOf } from '../../../src/routing/guards.ts';

const nobodySpecial: User = {
  id: 'a',
  role: 'USER',
  status: 'ACTIVE',
  company_id: 7,
  question_usage: 0,
  question_limit: 10,
  plan: null,
  subscription: null,
};
const active = { billing_type: 'fixed', status: 'active', current_period_end: null } as const;
const professional: User = { ...nobodySpecial, plan: { name: 'professional' }, subscription: active };
const navigator: User = { ...nobodySpecial, company_id: 102, plan: { name: 'navigator-premium' } };
const expert: User = { ...nobodySpecial, role: 'EXPERT' };

test.each(['signedIn', 'ai', 'expert', 'navigator', 'staff'] as const)(
  'a guest at a page for %s goes to the login',
  (guard) => {
    expect(guardRedirectOf(guard, null)).toEqual({ to: '/login' });
  },
);

test('a signed-in user does not see the sign-in page', () => {
  expect(guardRedirectOf('guest', professional)).toEqual({ to: '/chat/general' });
  expect(guardRedirectOf('guest', null)).toBeUndefined();
});

test('the experts are behind the plans that include them, and the others learn which do', () => {
  expect(guardRedirectOf('expert', professional)).toBeUndefined();
  expect(guardRedirectOf('expert', nobodySpecial)).toEqual({ to: '/pricing', notice: 'guard.expert' });
});

test('the Navigator asks for its plan in company 102, or for staff', () => {
  expect(guardRedirectOf('navigator', navigator)).toBeUndefined();
  expect(guardRedirectOf('navigator', expert)).toBeUndefined();
  expect(guardRedirectOf('navigator', { ...navigator, company_id: 101 })).toEqual({
    to: '/chat/general',
    notice: 'guard.navigator',
  });
});

test('staff begin in the inbox, and not with the assistant of the customers', () => {
  expect(guardRedirectOf('guest', expert)).toEqual({ to: '/admin/expert-chat-messages' });
  expect(guardRedirectOf('adminLogin', expert)).toEqual({ to: '/admin/knowledges' });
});

test('the back office is for staff alone', () => {
  expect(guardRedirectOf('staff', expert)).toBeUndefined();
  expect(guardRedirectOf('staff', professional)).toEqual({ to: '/chat/general', notice: 'guard.staff' });
});

test('a trial without the assistant starts with the experts', () => {
  expect(homeOf({ ...professional, status: 'FREE_TRIAL' })).toBe('/chat/chat-with-expert');
  expect(homeOf(professional)).toBe('/chat/general');
});

test('after signing in, only addresses of our own are returned to', () => {
  expect(returnPathOf({ from: '/one-stop-order/history?x=1' })).toBe('/one-stop-order/history?x=1');
  for (const from of ['//evil.example', 'https://evil.example', '/\\evil.example', '/logout', 7, undefined]) {
    expect(returnPathOf({ from })).toBeUndefined();
  }
  expect(returnPathOf(null)).toBeUndefined();
});
