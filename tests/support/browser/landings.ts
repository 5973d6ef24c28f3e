import type { PagePath } from '../../../src/routing/route-table.ts';

/**
 * Expected page for every address of the specification and eleven kinds of user. Written by hand from the specification
 * and its decisions.
 */

/**
 * In the order of the columns below. Company admins appear with and without a plan; the navigator user is in company
 * 102.
 */
export const kinds = [
  'guest',
  'tester',
  'freeTrial',
  'standard',
  'professional',
  'navigator',
  'companyAdmin',
  'adminNoPlan',
  'expert',
  'admin',
  'deactivated',
] as const;
export type Kind = (typeof kinds)[number];

const signs: Record<string, string> = {
  L: '/login',
  g: '/chat/general',
  x: '/chat/chat-with-expert',
  $: '/pricing',
  n: '/user-on-boarding?type=new',
  i: '/user-on-boarding?type=instant_access',
  o: '/one-stop-order/Prototyping',
  s: '/settings/upload?tab=company',
  k: '/admin/knowledges',
  a: '/admin/expert-chat-messages',
};

const signedIn = 'L.........L';
const anyone = '...........';
const guests = '.gxgggggaa.';
const navigator = 'Lgxgg.gg..L';
const staff = 'Lgxggggg..L';

const expected: Record<string, string> = {
  '/': 'LgxgggggaaL',
  '/chat': 'LgxgggggggL',
  '/chat/general': 'L.x.......L',
  '/chat/failure-finder': 'L.x.......L',
  '/chat/failure-finder/swelling': 'L.x.......L',
  '/chat/supplier-provider': signedIn,
  '/chat/spec-drawing': signedIn,
  '/chat/benchmarking': signedIn,
  '/chat/chat-with-expert': 'L$.$...$..L',
  '/settings/upload': signedIn,
  '/one-stop-order': 'LgxggoggooL',
  '/one-stop-order/Prototyping': navigator,
  '/one-stop-order/prototyping': 'LgxggoggooL',
  '/one-stop-order/data-center': navigator,
  '/one-stop-order/data-gallery': navigator,
  '/one-stop-order/history': navigator,
  '/one-stop-order/compare': navigator,
  '/one-stop-order/messenger': navigator,
  '/company': 'LgxgggssaaL',
  '/logout': anyone,
  '/expert-center': 'L$x$xxx$aaL',
  '/ai-chat': 'LgxgggggggL',
  '/waiting': signedIn,
  '/login': guests,
  '/v2-login': 'LgxgggggaaL',
  '/v2-verify-account': guests,
  '/verify-account': guests,
  '/forgot-password': guests,
  '/change-password': guests,
  '/user-on-boarding?type=new': guests,
  '/user-on-boarding?type=instant_access': guests,
  '/pay': 'n.........n',
  '/white-paper': anyone,
  '/try-now': 'igxgggggaai',
  '/admin': staff,
  '/admin/experts': staff,
  '/admin/records': staff,
  '/admin/expert-chat-messages': staff,
  '/admin/conversations': staff,
  '/admin/conversations/0198c0de-0000-7000-8000-000000000001': staff,
  '/admin/po-chat': staff,
  '/admin/rate-card': staff,
  '/admin/knowledges': staff,
  '/admin/knowledges-center': staff,
  '/admin/invoices': staff,
  '/admin/po_orders': staff,
  '/admin/po_orders/0198c0de-0000-7000-8000-000000000001': staff,
  '/admin/waiting': staff,
  '/admin/no-such-page': staff,
  '/admin/login': '.gxgggggkk.',
  '/pricing': anyone,
  '/subscriptions': '$$$$$$$$$$$',
  '/privacy-policy': anyone,
  '/about_us': anyone,
  '/contact_us': anyone,
  '/deactivate-expert-notification': anyone,
  '/undo-email-change': anyone,
  '/no-such-page': anyone,
};

/** All addresses in the table. */
export const addresses = Object.keys(expected);

/** Returns the page this kind of user ends up on when requesting this address. */
export function landingFor(kind: Kind, address: string): string | undefined {
  const sign = expected[address]?.[kinds.indexOf(kind)] ?? '';
  return sign === '.' ? address : signs[sign];
}

/** The browser's title bar for each page. */
export const titles: Record<PagePath, string> = {
  '/login': 'Login to your Account · Virtual Factory Platform',
  '/user-on-boarding': 'Sign Up · Virtual Factory Platform',
  '/v2-verify-account': 'Verify account · Virtual Factory Platform',
  '/verify-account': 'Verify account · Virtual Factory Platform',
  '/forgot-password': 'Forgot your password? · Virtual Factory Platform',
  '/change-password': 'Change Password · Virtual Factory Platform',
  '/logout': 'Logout · Virtual Factory Platform',
  '/chat/general': 'General chat · Virtual Factory Platform',
  '/chat/failure-finder/:treeId?': 'Failure finder · Virtual Factory Platform',
  '/chat/supplier-provider': 'Suppliers and providers · Virtual Factory Platform',
  '/chat/spec-drawing': 'Specifications and drawings · Virtual Factory Platform',
  '/chat/benchmarking': 'Benchmarking · Virtual Factory Platform',
  '/chat/chat-with-expert': 'Expert chat · Virtual Factory Platform',
  '/one-stop-order/Prototyping/:orderId?': 'Prototyping · Virtual Factory Platform',
  '/one-stop-order/history/:orderId?': 'Order history · Virtual Factory Platform',
  '/one-stop-order/compare': 'Compare orders · Virtual Factory Platform',
  '/one-stop-order/data-center': 'Data Center · Virtual Factory Platform',
  '/one-stop-order/data-gallery': 'Data Gallery · Virtual Factory Platform',
  '/one-stop-order/messenger': 'Messenger · Virtual Factory Platform',
  '/settings/upload': 'Settings · Virtual Factory Platform',
  '/pay': 'Subscription · Virtual Factory Platform',
  '/waiting': 'Waiting · Virtual Factory Platform',
  '/admin': 'Dashboard · VFP Admin',
  '/admin/login': 'Sign In · VFP Admin',
  '/admin/expert-chat-messages': 'Chat with expert admin · VFP Admin',
  '/admin/experts': 'Experts · VFP Admin',
  '/admin/conversations': 'Conversation List · VFP Admin',
  '/admin/conversations/:conversationId': 'Conversation · VFP Admin',
  '/admin/knowledges': 'Knowledges · VFP Admin',
  '/admin/knowledges-center/:tab?': 'Knowledge Center · VFP Admin',
  '/admin/records': 'Records · VFP Admin',
  '/admin/invoices': 'Invoices · VFP Admin',
  '/admin/po_orders': 'PO orders · VFP Admin',
  '/admin/po_orders/:orderId': 'PO order · VFP Admin',
  '/admin/po-chat': 'PO chats · VFP Admin',
  '/admin/rate-card': 'Rate card · VFP Admin',
  '/admin/waiting': 'Waiting · VFP Admin',
  '/admin/*': 'Page not found · VFP Admin',
  '/pricing': 'Pricing · Virtual Factory Platform',
  '/about_us': 'About Us · Virtual Factory Platform',
  '/contact_us': 'Contact · Virtual Factory Platform',
  '/privacy-policy': 'Privacy Policy · Virtual Factory Platform',
  '/white-paper': 'White Paper · Virtual Factory Platform',
  '/deactivate-expert-notification': 'Mails about waiting messages · Virtual Factory Platform',
  '/undo-email-change': 'Undo the change of your e-mail address · Virtual Factory Platform',
  '*': 'Page not found · Virtual Factory Platform',
};
