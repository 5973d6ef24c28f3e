import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminMenu, userMenuOf, type Menu, type MenuItem } from '../../../../src/shell/frame/menu.ts';
import { publicMenuOf } from '../../../../src/shell/public/public-menu.ts';
import { followRedirects } from '../../routing/follow-redirects.ts';
import { eleven } from '../../../support/src/eleven.ts';

/** The menus of each of the eleven kinds of user, as shown in English; (off) is shown but disabled. */

const english = JSON.parse(readFileSync('public/locales/en/common.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;

function textOf(key: string): string {
  const [group = '', name = ''] = key.split('.');
  return english[group]?.[name] ?? `no text for ${key}`;
}

const words = ({ text, disabled }: MenuItem) => `${textOf(text)}${disabled === undefined ? '' : ' (off)'}`;

/** One line per group: its heading, then its items. The button follows in brackets, the footer comes last. */
function linesOf({ groups, button, foot }: Menu): string[] {
  return [
    ...groups.map(({ title, items }) => `${title === null ? '' : `${textOf(title)}: `}${items.map(words).join(', ')}`),
    ...(button === undefined ? [] : [`[${words(button)}]`]),
    foot.map(words).join(', '),
  ];
}

const navigator = 'One stop order: Prototyping, Order History, Data Center, Data Gallery, Messenger';
const settings = 'Settings (Admin Center)';
const staff = ['Chat: General, Expert', navigator, 'Switch to admin, Logout'];

const sidebars: Record<string, string[]> = {
  tester: ['Chat: General, Expert (off)', '[Subscribe Now]', 'Logout'],
  freeTrial: ['Chat: Expert', 'Logout'],
  standard: ['Chat: Expert (off), General', 'Logout'],
  professional: ['Chat: General, Expert', 'Logout'],
  navigator: ['Chat: General, Expert', navigator, 'Logout'],
  companyAdmin: ['Chat: General, Expert', settings, 'Logout'],
  adminNoPlan: ['Chat: General, Expert (off)', 'Logout'],
  expert: staff,
  admin: staff,
};

test.each(Object.entries(sidebars))('the sidebar of %s', (kind, lines) => {
  const user = eleven.find((each) => each.kind === kind)?.user;
  if (user === null || user === undefined) throw new Error('nobody');
  expect(linesOf(userMenuOf(user))).toEqual(lines);
});

test('the sidebar of the back office', () => {
  expect(linesOf(adminMenu)).toEqual([
    'Expert Center: Chat Messages, Experts, Conversation List',
    'Knowledges, Records, Invoices',
    'Navigator: PO orders, PO chats, Rate card',
    'Switch to User, Logout',
  ]);
});

test('the disabled Expert item names the plans with experts, and links to them', () => {
  const tester = eleven.find(({ kind }) => kind === 'tester')?.user;
  if (tester === null || tester === undefined) throw new Error('nobody');
  const expert = userMenuOf(tester).groups[0]?.items.find(({ text }) => text === 'nav.expert');
  expect(textOf(expert?.disabled ?? '')).toBe(
    'Chat with experts is part of the Professional, Premium and Navigator Premium plans',
  );
  expect(expert?.to).toBe('/pricing');
});

test('a plan of another company, a lapsed one and a look-alike open nothing', () => {
  const navigatorUser = eleven.find(({ kind }) => kind === 'navigator')?.user;
  const professional = eleven.find(({ kind }) => kind === 'professional')?.user;
  if (!navigatorUser || !professional) throw new Error('nobody');
  const locked = ['Chat: General, Expert (off)', 'Logout'];
  expect(linesOf(userMenuOf({ ...navigatorUser, company_id: 101 }))).toEqual(locked);
  expect(linesOf(userMenuOf({ ...professional, subscription: null }))).toEqual(locked);
  expect(linesOf(userMenuOf({ ...professional, plan: { name: 'professional-flex' } }))).toEqual(locked);
});

test.each(eleven)('the public header for $kind', ({ kind, user }) => {
  const { pages, ways } = publicMenuOf(user);
  expect(pages.map(words)).toEqual(['About Us', 'Pricing', 'Contact']);
  const isGuest = kind === 'guest' || kind === 'deactivated';
  expect(ways.map(words)).toEqual(isGuest ? ['Sign up', 'Start Free Trial'] : ['Dashboard']);
});

test('the Dashboard of staff is the back office, that of others their first chat', () => {
  const to = eleven.map(({ kind, user }) => [kind, publicMenuOf(user).ways[0]?.to]);
  expect(Object.fromEntries(to)).toMatchObject({
    expert: '/admin',
    admin: '/admin',
    freeTrial: '/chat/chat-with-expert',
    navigator: '/chat/general',
    tester: '/chat/general',
  });
});

test('every enabled menu item leads to its page without a redirect', () => {
  for (const { user } of eleven) {
    if (user === null || user.status === 'DEACTIVATED') continue;
    const menus =
      user.role === 'EXPERT' || user.role === 'CHATBOT' ? [userMenuOf(user), adminMenu] : [userMenuOf(user)];
    const items = menus.flatMap(({ groups, button, foot }) => [
      ...groups.flatMap((group) => group.items),
      ...(button === undefined ? [] : [button]),
      ...foot,
    ]);
    const detours = items.filter(({ to }) => followRedirects(to, user).address !== to).map(({ to }) => to);
    expect(detours).toEqual([]);
  }
});
