import { expect, test } from 'vitest';
import * as permissions from '#domain/account/permissions.ts';
import { quotas, sharesOf } from '#domain/account/quotas.ts';
import { rightsKeyOf } from '#domain/account/rights-key.ts';
import {
  belongsToNavigator,
  isStaffed,
  roomNames,
  talksToAssistant,
  type RoomType,
} from '#domain/account/room-types.ts';
import type { AccountStatus, User, Role, Subscription } from '#domain/account/users.ts';
import { planNames } from '#domain/account/users.ts';

/**
 * Pins what every kind of user may do, in `rights.txt`: one letter for each right, in the order of `rights`. After
 * a change on purpose: `npx vitest run tests/domain/account/permissions.test.ts -u`, and read who gained or lost what.
 */

const roles: Role[] = ['USER', 'COMPANY_ADMIN', 'EXPERT', 'CHATBOT'];
const statuses: AccountStatus[] = ['ACTIVE', 'INSTANT_TEST', 'FREE_TRIAL', 'UNCONFIRMED', 'DEACTIVATED'];
const subscriptions = [null, 'active', 'trailing', 'past_due', 'cancelled'] as const;

const rights: Record<string, (user: User) => boolean> = {
  e: permissions.canChatWithExperts,
  n: permissions.hasNavigatorPass,
  o: permissions.canPlaceOrders,
  a: (user) => !permissions.disablesAiChat(user),
  c: permissions.administersCompany,
  s: permissions.seesCompanySettings,
  i: permissions.isInstantTester,
  f: permissions.isStaff,
  w: (user) => permissions.mayWrite(user, 5),
  x: (user) => permissions.mayWrite(user, 6),
  r: (user) => permissions.mayRead(user, 6),
  g: (user) => permissions.mayRead(user, 1),
};

function newUser(more: Partial<User>): User {
  return {
    id: 'p',
    role: 'USER',
    status: 'ACTIVE',
    company_id: null,
    question_usage: 9,
    question_limit: 10,
    plan: null,
    subscription: null,
    ...more,
  };
}

function paid(status: Subscription['status'] | null): Subscription | null {
  return status && { billing_type: 'fixed', status, current_period_end: null };
}

test('each kind of user has the agreed rights', async () => {
  const kinds = roles.flatMap((role) =>
    statuses.flatMap((status) => [null, 101, 102].map((company) => ({ role, status, company_id: company }))),
  );
  const lines = kinds.flatMap((kind) => [
    `${kind.role} ${kind.status} ${kind.company_id ?? 'no company'}`,
    ...[null, ...planNames].map((name) => {
      const plan = name && { name };
      const letters = subscriptions.map((status) => {
        const person = newUser({ ...kind, plan, subscription: paid(status) });
        const has = Object.entries(rights).filter(([, holds]) => holds(person));
        return `${status ?? 'unpaid'}: ${has.map(([letter]) => letter).join('')}`;
      });
      return `  ${name ?? 'no plan'}: ${letters.join(', ')}`;
    }),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('rights.txt');
});

test('a trial is used up with its last question', () => {
  const used = [9, 10, 11].map((question_usage) =>
    permissions.trialIsUsedUp(newUser({ status: 'INSTANT_TEST', question_usage })),
  );
  expect(used).toEqual([false, true, true]);
  expect(permissions.trialIsUsedUp(newUser({ question_usage: 11 }))).toBe(false);
});

test.each<[RoomType, boolean, boolean, boolean]>([
  [1, true, false, false],
  [2, true, false, false],
  [3, true, false, false],
  [4, true, false, false],
  [5, false, true, false],
  [6, false, true, true],
  [7, false, true, true],
])(
  'in rooms of type %i the assistant answers: %s, staff: %s, and they are about orders: %s',
  (type, bot, staff, order) => {
    expect([talksToAssistant(type), isStaffed(type), belongsToNavigator(type)]).toEqual([bot, staff, order]);
    expect(roomNames[type]).not.toBe('');
  },
);

test('a member takes their own side, staff the side of the experts where they answer, others none', () => {
  const [member, expert] = [newUser({}), newUser({ role: 'EXPERT' })];
  expect(permissions.sideInRoom(member, 5, undefined)).toBeUndefined();
  expect(permissions.sideInRoom(expert, 5, undefined)).toBe('support');
  expect(permissions.sideInRoom(expert, 1, undefined)).toBeUndefined();
  expect(permissions.sideInRoom(expert, 5, 'user')).toBe('user');
});

test.each<[string, Partial<User>, 'trial' | 'member' | 'staff']>([
  ['an instant tester', { status: 'INSTANT_TEST', subscription: paid('active') }, 'trial'],
  ['a free trial', { status: 'FREE_TRIAL', subscription: paid('active') }, 'trial'],
  ['a user without a plan', {}, 'trial'],
  ['a user whose plan is paid', { subscription: paid('active') }, 'member'],
  ['a user whose payment is overdue', { subscription: paid('past_due') }, 'member'],
  ['a user whose plan is on trial', { subscription: paid('trailing') }, 'trial'],
  ['a user whose plan is cancelled', { subscription: paid('cancelled') }, 'trial'],
  ['an expert', { role: 'EXPERT' }, 'staff'],
])('%s has the share of every quota that is meant for them', (_name, more, kind) => {
  const alone = sharesOf('files', newUser(more), 2);
  expect(alone).toEqual([{ of: 'user', owner: 'user:p', limit: 2 * quotas.files[kind] }]);
  const inCompany = sharesOf('files', newUser({ ...more, company_id: 7 }), 2);
  expect(inCompany).toEqual([...alone, { of: 'company', owner: 'company:7', limit: 2 * quotas.files.company }]);
  expect(sharesOf('ownFiles', newUser({ ...more, company_id: 7 }))).toEqual([
    { of: 'user', owner: 'user:p', limit: quotas.ownFiles[kind] },
  ]);
});

test('whatever changes the rights of a user changes their key, and the count of questions does not', () => {
  const changes: Partial<User>[] = [
    {},
    { role: 'EXPERT' },
    { status: 'FREE_TRIAL' },
    { company_id: 7 },
    { company_id: 8 },
    { question_limit: 11 },
    { plan: { name: 'premium' } },
    { subscription: paid('active') },
    { subscription: { billing_type: 'payu', status: 'active', current_period_end: null } },
    { subscription: { billing_type: 'fixed', status: 'active', current_period_end: '2026-12-01' } },
  ];
  expect(new Set(changes.map((change) => rightsKeyOf(newUser(change)))).size).toBe(changes.length);
  expect(rightsKeyOf(newUser({ question_usage: 1 }))).toBe(rightsKeyOf(newUser({})));
});
