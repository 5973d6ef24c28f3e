import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages, redirects, siteNameKeyOf, type PagePath } from '../../../src/routing/route-table.ts';
import { followRedirects } from './follow-redirects.ts';
import { routeAt, isUserArea, namesObject, resolveRoute } from '../../../src/routing/resolve-route.ts';
import { addresses, kinds, landingFor, titles } from '../../support/browser/landings.ts';
import { eleven } from '../../support/src/eleven.ts';

/**
 * Checks the tables of `tests/support/browser/landings.ts` against the guards alone; `tests/browser/shell/ways.test.ts` does so in a
 * browser.
 */

test.each(addresses)('%s leads each kind of user where the specification says', (address) => {
  const wanted = kinds.map((kind) => [kind, landingFor(kind, address)]);
  expect(eleven.map(({ kind, user }) => [kind, followRedirects(address, user).address])).toEqual(wanted);
});

test('the table has a row for every page and every redirect', () => {
  const tried = addresses.map((address) => routeAt(new URL(address, 'https://vfp.test').pathname));
  const seen = new Set(tried.map((found) => ('page' in found ? found.page : found.redirect.path)));
  const all = [...Object.keys(pages), ...redirects.map(({ path }) => path)];
  expect(all.filter((path) => !seen.has(path))).toEqual([]);
});

/** The notices shown on the way, written by hand: redirected users learn why, the others get no notice. */
const expert = 'Chat with experts is part of the Professional, Premium and Navigator Premium plans';
const noNavigator = 'Navigator is part of the Navigator Premium plan';
const noAssistant = 'AI chat is not part of your trial';
const noStaff = 'That page is for the team of the platform';
const withoutPass = ['tester', 'freeTrial', 'standard', 'professional', 'companyAdmin', 'adminNoPlan'];
const told: Record<string, Record<string, string>> = {
  '/chat/chat-with-expert': { tester: expert, standard: expert, adminNoPlan: expert },
  '/expert-center': { tester: expert, standard: expert, adminNoPlan: expert },
  '/chat/general': { freeTrial: noAssistant },
  '/chat/failure-finder': { freeTrial: noAssistant },
  '/chat/failure-finder/swelling': { freeTrial: noAssistant },
  '/ai-chat': { freeTrial: noAssistant },
  ...Object.fromEntries(
    ['', '/Prototyping', '/prototyping', '/compare', '/data-center', '/data-gallery', '/history', '/messenger'].map(
      (page) => [`/one-stop-order${page}`, Object.fromEntries(withoutPass.map((kind) => [kind, noNavigator]))],
    ),
  ),
  ...Object.fromEntries(
    addresses
      .filter((address) => address.startsWith('/admin') && address !== '/admin/login')
      .map((address) => [address, Object.fromEntries([...withoutPass, 'navigator'].map((kind) => [kind, noStaff]))]),
  ),
};

const english = JSON.parse(readFileSync('public/locales/en/common.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;

function textOf(key: string): string {
  const [group = '', name = ''] = key.split('.');
  const text = english[group]?.[name];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text;
}

test.each(addresses)('from %s, only a user who is turned away gets a notice', (address) => {
  const heard = eleven.map(({ kind, user }) => [kind, followRedirects(address, user).notices.map(textOf)]);
  expect(heard).toEqual(
    eleven.map(({ kind }) => {
      const text = told[address]?.[kind];
      return [kind, text === undefined ? [] : [text]];
    }),
  );
});

test('every page has the title that is written here', () => {
  const paths = Object.keys(pages) as PagePath[];
  const shown = paths.map((path) => [path, `${textOf(pages[path].title)} · ${textOf(siteNameKeyOf(path))}`]);
  expect(Object.fromEntries(shown)).toEqual(titles);
});

const userOf = (kind: string) => eleven.find((each) => each.kind === kind)?.user ?? null;

test('a guest who must sign in returns to the requested page, which checks the rights again', () => {
  const asked = { pathname: '/one-stop-order/history/42', search: '?sort=age', state: null };
  const sent = resolveRoute(asked, null);
  expect(sent).toEqual({ go: '/login', state: { from: '/one-stop-order/history/42?sort=age' } });
  const { state } = sent as { state: { from: string } };
  expect(followRedirects('/login', userOf('navigator'), state).address).toBe('/one-stop-order/history/42?sort=age');
  expect(followRedirects('/login', userOf('standard'), state)).toMatchObject({
    address: '/chat/general',
    notices: ['guard.navigator'],
  });
});

test.each([
  ['/one-stop-order/history/42', true],
  ['/one-stop-order/prototyping/42', true],
  ['/admin/po_orders/42', true],
  ['/chat/chat-with-expert?room=42', true],
  ['/one-stop-order/messenger?room=42', true],
  ['/chat/general?c=42', true],
  ['/one-stop-order/compare?a=42&b=43', true],
  ['/one-stop-order/history', false],
  ['/one-stop-order/history?status=draft', false],
  ['/admin/knowledges-center/qnas', false],
])('whether the address %s names something that may belong to another account: %s', (address, expected) => {
  const { pathname, search } = new URL(address, 'https://vfp.test');
  expect(namesObject({ pathname, search })).toBe(expected);
});

test('a guest who opens the bare address signs in, without a notice about a requested page', () => {
  expect(resolveRoute({ pathname: '/', search: '', state: null }, null)).toEqual({ go: '/login' });
  expect(followRedirects('/login', userOf('standard'), null).address).toBe('/chat/general');
});

test('a guest who wants to pay signs up first, and returns to the chosen plan', () => {
  const sent = resolveRoute({ pathname: '/pay', search: '?plan=premium', state: null }, null);
  expect(sent).toEqual({ go: '/user-on-boarding?type=new', state: { from: '/pay?plan=premium' } });
  const { state } = sent as { state: { from: string } };
  for (const form of ['/user-on-boarding?type=new', '/v2-verify-account', '/login']) {
    expect(followRedirects(form, userOf('standard'), state).address).toBe('/pay?plan=premium');
  }
});

test('who may not see a page is not sent back to it', () => {
  expect(resolveRoute({ pathname: '/admin', search: '', state: null }, userOf('standard'))).toEqual({
    go: '/chat/general',
    notice: 'guard.staff',
  });
});

test('after signing in to the back office, staff return to the requested admin page, and no one else does', () => {
  const state = { from: '/admin/records' };
  expect(followRedirects('/admin/login', userOf('expert'), state).address).toBe('/admin/records');
  expect(followRedirects('/admin/login', userOf('expert'), { from: '/chat/general' }).address).toBe(
    '/admin/knowledges',
  );
  expect(followRedirects('/admin/login', userOf('standard'), state).address).toBe('/chat/general');
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', '/login', '/admin/login'])(
  'whoever was made to come from %j lands at home',
  (from) => {
    expect(followRedirects('/login', userOf('professional'), { from }).address).toBe('/chat/general');
  },
);

test('an alias keeps the order and the step in the address', () => {
  expect(followRedirects('/one-stop-order/prototyping/42?step=cell', userOf('navigator'))).toMatchObject({
    page: '/one-stop-order/Prototyping/:orderId?',
    address: '/one-stop-order/Prototyping/42?step=cell',
  });
});

test('a trial without the assistant that has run out sees the plans, not a circle', () => {
  const user = userOf('freeTrial');
  if (user === null) throw new Error('nobody');
  const over = { ...user, subscription: null };
  expect(followRedirects('/', over).address).toBe('/pricing');
  expect(followRedirects('/login', over).address).toBe('/pricing');
});

test('a token counts on the pages of the user area, and nowhere else', () => {
  const user = ['/', '/chat', '/chat/general', '/settings/upload', '/one-stop-order', '/company', '/pay', '/ai-chat'];
  const others = [
    '/login',
    '/change-password',
    '/pricing',
    '/deactivate-expert-notification',
    '/undo-email-change',
    '/try-now',
    '/admin',
    '/x',
  ];
  expect(user.filter((path) => !isUserArea(path))).toEqual([]);
  expect(others.filter((path) => isUserArea(path))).toEqual([]);
});
