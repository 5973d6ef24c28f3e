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
const wizard = '/one-stop-order/Prototyping/:orderId?';
/** Pages that are only for reading are not stored for offline use. */
const notHere = 'This page is not on this device';
const comes = 'This page is being built';

export const publicPlaces: Place[] = [
  { name: 'login', route: '/login', address: '/login', shows: 'Login to your Account' },
  { name: 'sign-up', route: '/user-on-boarding', address: '/user-on-boarding?type=new', shows: 'Confirm password' },
  {
    name: 'instant trial',
    route: '/user-on-boarding',
    address: '/user-on-boarding?type=instant_access',
    shows: 'Start Free Trial',
  },
  { name: 'verify', route: '/v2-verify-account', address: '/v2-verify-account', shows: 'Verify account' },
  { name: 'verify, v1', route: '/verify-account', address: '/verify-account', shows: 'Verify account' },
  { name: 'forgot', route: '/forgot-password', address: '/forgot-password', shows: 'Forgot your password?' },
  { name: 'change password', route: '/change-password', address: '/change-password', shows: 'Change Password' },
  { name: 'admin login', route: '/admin/login', address: '/admin/login', shows: 'Sign In' },
  { name: 'pricing', route: '/pricing', address: '/pricing', shows: 'Professional' },
  { name: 'about', route: '/about_us', address: '/about_us', shows: 'An assistant with sources', offline: notHere },
  { name: 'contact', route: '/contact_us', address: '/contact_us', shows: 'We answer by e-mail.', offline: notHere },
  {
    name: 'privacy policy',
    route: '/privacy-policy',
    address: '/privacy-policy',
    shows: 'Who is responsible',
    offline: notHere,
  },
  { name: 'white paper', route: '/white-paper', address: '/white-paper', shows: 'The problem', offline: notHere },
  {
    name: 'no expert mails',
    route: '/deactivate-expert-notification',
    address: '/deactivate-expert-notification?token=x.y',
    shows: 'Switch these e-mails off',
    offline: notHere,
  },
  {
    name: 'undo e-mail change',
    route: '/undo-email-change',
    address: '/undo-email-change#token=x',
    shows: 'Set the old address back',
    offline: notHere,
  },
  { name: 'not found', route: '*', address: '/nowhere', shows: 'Page not found' },
];

export const engineerPlaces: Place[] = [
  { name: 'subscription', route: '/pay', address: '/pay', shows: 'Navigator Premium', offline: notHere },
  {
    name: 'choosing a plan',
    route: '/pay',
    address: '/pay?plan=navigator-premium',
    shows: 'Invoice to',
    offline: notHere,
  },
  { name: 'general', route: '/chat/general', address: '/chat/general', shows: '18650 is 18 mm in diameter' },
  {
    name: 'failure finder',
    route: '/chat/failure-finder/:treeId?',
    address: '/chat/failure-finder',
    shows: 'A cell is thicker than it was',
    inKorean: '셀이 전보다 두껍거나',
  },
  {
    name: 'a tree of failures',
    route: '/chat/failure-finder/:treeId?',
    address: '/chat/failure-finder/swelling',
    shows: 'Stop charging the cell now',
    inKorean: '지금 바로 충전을 멈추십시',
  },
  {
    name: 'suppliers',
    route: '/chat/supplier-provider',
    address: '/chat/supplier-provider',
    shows: 'Welcome to the supplier chat',
  },
  { name: 'specs', route: '/chat/spec-drawing', address: '/chat/spec-drawing', shows: 'Welcome to specifications' },
  { name: 'benchmarks', route: '/chat/benchmarking', address: '/chat/benchmarking', shows: 'Welcome to benchmarking' },
  {
    name: 'expert rooms',
    route: '/chat/chat-with-expert',
    address: '/chat/chat-with-expert',
    shows: 'Chat with an expert',
  },
  {
    name: 'expert room',
    route: '/chat/chat-with-expert',
    address: `/chat/chat-with-expert?room=${demoId('engineer-expert')}`,
    shows: 'Dr. Ines Moreau',
  },
  {
    name: 'order rooms',
    route: '/one-stop-order/messenger',
    address: '/one-stop-order/messenger',
    shows: 'PO-2026-000001',
  },
  {
    name: 'order room',
    route: '/one-stop-order/messenger',
    address: `/one-stop-order/messenger?room=${demoId('pilot-room')}`,
    shows: 'Dr. Ines Moreau',
  },
  { name: 'drafts', route: wizard, address: '/one-stop-order/Prototyping', shows: '24 × 21700' },
  { name: 'wizard: service', route: wizard, address: `${draft}?step=service`, shows: 'What should we do?' },
  { name: 'wizard: cell', route: wizard, address: `${draft}?step=cell`, shows: 'Housing and tabs' },
  { name: 'wizard: tests', route: wizard, address: `${draft}?step=tests`, shows: 'This order has no tests' },
  { name: 'wizard: files', route: wizard, address: `${draft}?step=files`, shows: 'Add files' },
  { name: 'wizard: review', route: wizard, address: `${draft}?step=review`, shows: 'before you can place the order' },
  {
    name: 'history',
    route: '/one-stop-order/history/:orderId?',
    address: '/one-stop-order/history',
    shows: 'PO-2026-000001',
  },
  {
    name: 'order',
    route: '/one-stop-order/history/:orderId?',
    address: `/one-stop-order/history/${demoId('pilot')}`,
    shows: 'Price at placing',
    inDialog: true,
  },
  {
    name: 'comparison',
    route: '/one-stop-order/compare',
    address: `/one-stop-order/compare?a=${demoId('pilot')}&b=${demoId('draft')}`,
    shows: 'Show equal values too',
  },
  {
    name: 'data center',
    route: '/one-stop-order/data-center',
    address: '/one-stop-order/data-center',
    shows: comes,
  },
  {
    name: 'data gallery',
    route: '/one-stop-order/data-gallery',
    address: '/one-stop-order/data-gallery',
    shows: comes,
  },
  { name: 'settings', route: '/settings/upload', address: '/settings/upload', shows: 'Drawings, data sheets' },
  { name: 'waiting', route: '/waiting', address: '/waiting', shows: 'Nothing is waiting' },
];

export const expertPlaces: Place[] = [
  {
    name: 'inbox',
    route: '/admin/expert-chat-messages',
    address: '/admin/expert-chat-messages',
    shows: 'Tomas Okafor',
  },
  {
    name: 'inbox, a room',
    route: '/admin/expert-chat-messages',
    address: `/admin/expert-chat-messages?room=${demoId('customer-expert')}`,
    shows: 'Tomas Okafor',
  },
  ...(['/admin', '/admin/experts', '/admin/conversations', '/admin/invoices'] as const).map((path): Place => ({
    name: path,
    route: path,
    address: path,
    shows: comes,
  })),
  {
    name: 'a conversation',
    route: '/admin/conversations/:conversationId',
    address: `/admin/conversations/${demoId('customer-expert')}`,
    shows: comes,
  },
  {
    name: 'PO chats',
    route: '/admin/po-chat',
    address: '/admin/po-chat',
    shows: 'Mara Lindqvist',
    offline: notHere,
  },
  {
    name: 'PO chats, a room',
    route: '/admin/po-chat',
    address: `/admin/po-chat?room=${demoId('pilot-room')}`,
    shows: 'Conversation not taken',
    offline: notHere,
  },
  {
    name: 'orders',
    route: '/admin/po_orders',
    address: '/admin/po_orders',
    shows: 'PO-2026-000001',
    offline: notHere,
  },
  {
    name: 'an order of a customer',
    route: '/admin/po_orders/:orderId',
    address: `/admin/po_orders/${demoId('pilot')}`,
    shows: 'Next step',
    offline: notHere,
  },
  {
    name: 'Q&As',
    route: '/admin/knowledges',
    address: '/admin/knowledges',
    shows: 'Q&A Managements',
    offline: notHere,
  },
  {
    name: 'records',
    route: '/admin/records',
    address: '/admin/records',
    shows: 'Not found',
    offline: notHere,
  },
  {
    name: 'knowledge center',
    route: '/admin/knowledges-center/:tab?',
    address: '/admin/knowledges-center',
    shows: 'Categories',
    offline: notHere,
  },
  {
    name: 'rate card',
    route: '/admin/rate-card',
    address: '/admin/rate-card',
    shows: 'Prototyping set-up',
    offline: notHere,
  },
  { name: 'unknown admin page', route: '/admin/*', address: '/admin/nowhere', shows: 'Page not found' },
  { name: 'admin waiting', route: '/admin/waiting', address: '/admin/waiting', shows: 'Nothing is waiting' },
];

/** Places that only a company's administrator has. */
export const managerPlaces: Place[] = [
  { name: 'company', route: '/settings/upload', address: '/settings/upload?tab=company', shows: 'Contact e-mail' },
  { name: 'users', route: '/settings/upload', address: '/settings/upload?tab=users', shows: 'licenses used' },
  { name: 'plan', route: '/settings/upload', address: '/settings/upload?tab=subscription', shows: 'By invoice' },
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
