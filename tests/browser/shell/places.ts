import type { Page } from 'playwright-core';
import { demoId } from '../../../server/demo/users.ts';
import type { PagePath } from '../../../src/routing/route-table.ts';
import { titles } from '../../support/browser/landings.ts';

/** Every address of the app and what must be visible there: by itself, or with the demo data. */
export interface Place {
  name: string;
  /** As `src/routing/route-table.ts` spells it. */
  route: PagePath;
  address: string;
  /** A text of the screen that comes from this device's data, if it shows any. */
  shows: string;
  /** The same text where this device's data has it in Korean too: other languages stand in for Korean. */
  inKorean?: string;
  /** The text shown offline where the page was never opened or cannot show data. */
  offline?: string;
  /** The text is in the dialog that the address opens. */
  inDialog?: true;
}

const draft = `/one-stop-order/Prototyping/${demoId('draft')}`;
const wizard = { route: '/one-stop-order/Prototyping/:orderId?' } as const;
const orderHistory = '/one-stop-order/history/:orderId?';
const finder = '/chat/failure-finder/:treeId?';
/** Pages that are only for reading are not stored for offline use. */
const notHere = { offline: 'This page is not on this device' };
const comes = 'This page is being built';

/** A place whose route is the path of its address, unless `more` has another one. */
function placeAt(name: string, address: string, shows: string, more: Partial<Place> = {}): Place {
  const route = address.split(/[?#]/)[0] as PagePath;
  return { name, route, address, shows, ...more };
}

export const publicPlaces: Place[] = [
  placeAt('login', '/login', 'Login to your Account'),
  placeAt('sign-up', '/user-on-boarding?type=new', 'Confirm password'),
  placeAt('instant trial', '/user-on-boarding?type=instant_access', 'Start Free Trial'),
  placeAt('verify', '/v2-verify-account', 'Verify account'),
  placeAt('verify, v1', '/verify-account', 'Verify account'),
  placeAt('forgot', '/forgot-password', 'Forgot your password?'),
  placeAt('change password', '/change-password', 'Change Password'),
  placeAt('admin login', '/admin/login', 'Sign In'),
  placeAt('pricing', '/pricing', 'Professional'),
  placeAt('about', '/about_us', 'An assistant with sources', notHere),
  placeAt('contact', '/contact_us', 'We answer by e-mail.', notHere),
  placeAt('privacy policy', '/privacy-policy', 'Who is responsible', notHere),
  placeAt('white paper', '/white-paper', 'The problem', notHere),
  placeAt('no expert mails', '/deactivate-expert-notification?token=x.y', 'Switch these e-mails off', notHere),
  placeAt('undo e-mail change', '/undo-email-change#token=x', 'Set the old address back', notHere),
  placeAt('not found', '/nowhere', 'Page not found', { route: '*' }),
];

export const engineerPlaces: Place[] = [
  placeAt('subscription', '/pay', 'Navigator Premium', notHere),
  placeAt('choosing a plan', '/pay?plan=navigator-premium', 'Invoice to', notHere),
  placeAt('general', '/chat/general', '18650 is 18 mm in diameter'),
  placeAt('failure finder', '/chat/failure-finder', 'A cell is thicker than it was', {
    route: finder,
    inKorean: '셀이 전보다 두껍거나',
  }),
  placeAt('a tree of failures', '/chat/failure-finder/swelling', 'Stop charging the cell now', {
    route: finder,
    inKorean: '지금 바로 충전을 멈추십시',
  }),
  placeAt('suppliers', '/chat/supplier-provider', 'Welcome to the supplier chat'),
  placeAt('specs', '/chat/spec-drawing', 'Welcome to specifications'),
  placeAt('benchmarks', '/chat/benchmarking', 'Welcome to benchmarking'),
  placeAt('expert rooms', '/chat/chat-with-expert', 'Chat with an expert'),
  placeAt('expert room', `/chat/chat-with-expert?room=${demoId('engineer-expert')}`, 'Dr. Ines Moreau'),
  placeAt('order rooms', '/one-stop-order/messenger', 'PO-2026-000001'),
  placeAt('order room', `/one-stop-order/messenger?room=${demoId('pilot-room')}`, 'Dr. Ines Moreau'),
  placeAt('drafts', '/one-stop-order/Prototyping', '24 × 21700', wizard),
  placeAt('wizard: service', `${draft}?step=service`, 'What should we do?', wizard),
  placeAt('wizard: cell', `${draft}?step=cell`, 'Housing and tabs', wizard),
  placeAt('wizard: tests', `${draft}?step=tests`, 'This order has no tests', wizard),
  placeAt('wizard: files', `${draft}?step=files`, 'Add files', wizard),
  placeAt('wizard: review', `${draft}?step=review`, 'before you can place the order', wizard),
  placeAt('history', '/one-stop-order/history', 'PO-2026-000001', { route: orderHistory }),
  placeAt('order', `/one-stop-order/history/${demoId('pilot')}`, 'Price at placing', {
    route: orderHistory,
    inDialog: true,
  }),
  placeAt('comparison', `/one-stop-order/compare?a=${demoId('pilot')}&b=${demoId('draft')}`, 'Show equal values too'),
  placeAt('data center', '/one-stop-order/data-center', comes),
  placeAt('data gallery', '/one-stop-order/data-gallery', comes),
  placeAt('settings', '/settings/upload', 'Drawings, data sheets'),
  placeAt('waiting', '/waiting', 'Nothing is waiting'),
];

export const expertPlaces: Place[] = [
  placeAt('inbox', '/admin/expert-chat-messages', 'Tomas Okafor'),
  placeAt('inbox, a room', `/admin/expert-chat-messages?room=${demoId('customer-expert')}`, 'Tomas Okafor'),
  ...['/admin', '/admin/experts', '/admin/conversations', '/admin/invoices'].map((path) => placeAt(path, path, comes)),
  placeAt('a conversation', `/admin/conversations/${demoId('customer-expert')}`, comes, {
    route: '/admin/conversations/:conversationId',
  }),
  placeAt('PO chats', '/admin/po-chat', 'Mara Lindqvist', notHere),
  placeAt('PO chats, a room', `/admin/po-chat?room=${demoId('pilot-room')}`, 'Conversation not taken', notHere),
  placeAt('orders', '/admin/po_orders', 'PO-2026-000001', notHere),
  placeAt('an order of a customer', `/admin/po_orders/${demoId('pilot')}`, 'Next step', {
    route: '/admin/po_orders/:orderId',
    ...notHere,
  }),
  placeAt('Q&As', '/admin/knowledges', 'Q&A Managements', notHere),
  placeAt('records', '/admin/records', 'Not found', notHere),
  placeAt('knowledge center', '/admin/knowledges-center', 'Categories', {
    route: '/admin/knowledges-center/:tab?',
    ...notHere,
  }),
  placeAt('rate card', '/admin/rate-card', 'Prototyping set-up', notHere),
  placeAt('unknown admin page', '/admin/nowhere', 'Page not found', { route: '/admin/*' }),
  placeAt('admin waiting', '/admin/waiting', 'Nothing is waiting'),
];

/** Places that only a company's administrator has. */
export const managerPlaces: Place[] = [
  placeAt('company', '/settings/upload?tab=company', 'Contact e-mail'),
  placeAt('users', '/settings/upload?tab=users', 'licenses used'),
  placeAt('plan', '/settings/upload?tab=subscription', 'By invoice'),
];

/** Reloads the page at this place and waits until it shows its content. */
export async function goTo(page: Page, url: string, place: Place): Promise<void> {
  await page.goto(`${url}${place.address}`);
  await untilItShows(page, place);
}

/**
 * Navigates to this place inside the app, as a link would, and waits until it shows its content.
 * @param spoken translates our texts on pages in another language
 */
export async function visit(page: Page, place: Place, spoken?: (text: string) => string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, place.address);
  const title = titles[place.route];
  await page.waitForFunction((wanted) => wanted.includes(document.title), [title, spoken?.(title) ?? title]);
  await untilItShows(page, place, spoken);
}

/** Waits for the content. Data is in the language it was written in; interface texts are in the page's language. */
export async function untilItShows(page: Page, place: Place, spoken?: (text: string) => string): Promise<void> {
  const screen = place.inDialog === true ? page.getByRole('dialog') : page.locator('main');
  const text = screen.getByText(place.shows);
  const either =
    spoken === undefined
      ? text
      : text.or(screen.getByText(spoken(place.shows))).or(screen.getByText(place.inKorean ?? place.shows));
  await either.filter({ visible: true }).first().waitFor();
}
