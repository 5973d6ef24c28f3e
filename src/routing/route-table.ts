import type { GuardName } from './guards.ts';

/**
 * Row of the table of pages: who may see a page, in which layout, and under which title (a key of common.json). `pages`
 * and `redirects` hold every path of the app; the router, the tests of the menus and docs/routes.md read them.
 * `src/routes.tsx` maps each page to its component.
 *
 * To add a page: its row here and its title in `common.json`; its component in `src/<noun>/<room>`, mapped in
 * `src/routes.tsx`; its entry in `src/shell/frame/menu.ts`; `node scripts/routes-doc.ts`. An admin table also needs
 * its route, see `server/http/policies.ts`; the pages that are still missing are in `src/shell/later/later-table.ts`.
 */
export interface PageRow {
  guard: GuardName;
  layout: Layout;
  title: string;
}

/** `plain` has no frame; `public` has the header for guests; `user` and `admin` have a sidebar. */
export type Layout = 'plain' | 'public' | 'user' | 'admin';

export const pages = {
  '/login': { guard: 'guest', layout: 'plain', title: 'title.login' },
  '/user-on-boarding': { guard: 'guest', layout: 'plain', title: 'title.signUp' },
  '/v2-verify-account': { guard: 'guest', layout: 'plain', title: 'title.verify' },
  '/verify-account': { guard: 'guest', layout: 'plain', title: 'title.verify' },
  '/forgot-password': { guard: 'guest', layout: 'plain', title: 'title.forgot' },
  '/change-password': { guard: 'guest', layout: 'plain', title: 'title.change' },
  '/logout': { guard: 'anyone', layout: 'plain', title: 'title.logout' },

  '/chat/general': { guard: 'general', layout: 'user', title: 'title.general' },
  '/chat/supplier-provider': { guard: 'ai', layout: 'user', title: 'title.supplier' },
  '/chat/spec-drawing': { guard: 'ai', layout: 'user', title: 'title.spec' },
  '/chat/benchmarking': { guard: 'ai', layout: 'user', title: 'title.benchmark' },
  '/chat/failure-finder/:treeId?': { guard: 'general', layout: 'user', title: 'title.failureFinder' },
  '/chat/chat-with-expert': { guard: 'expert', layout: 'user', title: 'title.expert' },
  '/one-stop-order/Prototyping/:orderId?': { guard: 'navigator', layout: 'user', title: 'title.prototyping' },
  '/one-stop-order/history/:orderId?': { guard: 'navigator', layout: 'user', title: 'title.history' },
  '/one-stop-order/compare': { guard: 'navigator', layout: 'user', title: 'title.compare' },
  '/one-stop-order/data-center': { guard: 'navigator', layout: 'user', title: 'title.dataCenter' },
  '/one-stop-order/data-gallery': { guard: 'navigator', layout: 'user', title: 'title.dataGallery' },
  '/one-stop-order/messenger': { guard: 'navigator', layout: 'user', title: 'title.messenger' },
  '/settings/upload': { guard: 'signedIn', layout: 'user', title: 'title.settings' },
  '/pay': { guard: 'payer', layout: 'user', title: 'title.pay' },
  '/waiting': { guard: 'signedIn', layout: 'user', title: 'title.waiting' },

  '/admin': { guard: 'staff', layout: 'admin', title: 'title.adminHome' },
  '/admin/login': { guard: 'adminLogin', layout: 'plain', title: 'title.adminLogin' },
  '/admin/expert-chat-messages': { guard: 'staff', layout: 'admin', title: 'title.adminChat' },
  '/admin/experts': { guard: 'staff', layout: 'admin', title: 'title.adminExperts' },
  '/admin/conversations': { guard: 'staff', layout: 'admin', title: 'title.adminConversations' },
  '/admin/conversations/:conversationId': { guard: 'staff', layout: 'admin', title: 'title.adminConversation' },
  '/admin/knowledges': { guard: 'staff', layout: 'admin', title: 'title.adminKnowledges' },
  '/admin/knowledges-center/:tab?': { guard: 'staff', layout: 'admin', title: 'title.adminKnowledgeCenter' },
  '/admin/records': { guard: 'staff', layout: 'admin', title: 'title.adminRecords' },
  '/admin/invoices': { guard: 'staff', layout: 'admin', title: 'title.adminInvoices' },
  '/admin/po_orders': { guard: 'staff', layout: 'admin', title: 'title.adminOrders' },
  '/admin/po_orders/:orderId': { guard: 'staff', layout: 'admin', title: 'title.adminOrder' },
  '/admin/po-chat': { guard: 'staff', layout: 'admin', title: 'title.adminOrderChats' },
  '/admin/rate-card': { guard: 'staff', layout: 'admin', title: 'title.adminRateCard' },
  '/admin/waiting': { guard: 'staff', layout: 'admin', title: 'title.waiting' },
  '/admin/*': { guard: 'staff', layout: 'admin', title: 'title.notFound' },

  '/pricing': { guard: 'anyone', layout: 'public', title: 'title.pricing' },
  '/about_us': { guard: 'anyone', layout: 'public', title: 'title.about' },
  '/contact_us': { guard: 'anyone', layout: 'public', title: 'title.contact' },
  '/privacy-policy': { guard: 'anyone', layout: 'public', title: 'title.privacy' },
  '/white-paper': { guard: 'anyone', layout: 'public', title: 'title.whitePaper' },
  '/deactivate-expert-notification': { guard: 'anyone', layout: 'public', title: 'title.noExpertMails' },
  '/undo-email-change': { guard: 'anyone', layout: 'public', title: 'title.undoEmailChange' },
  '*': { guard: 'anyone', layout: 'public', title: 'title.notFound' },
} as const satisfies Record<string, PageRow>;

export type PagePath = keyof typeof pages;

/** Returns the site's name in the document title, as a key of common.json; the back office has its own. */
export function siteNameKeyOf(path: PagePath): string {
  return path.startsWith('/admin') ? 'site.admin' : 'site.name';
}

/** Returns whether a path matches only as spelled: true for the one whose lower-case form redirects to it. */
export function isCaseSensitive(path: PagePath): boolean {
  return path.includes('Prototyping');
}

/** Redirect target that stands for the user's first page, see `homeOf`; for a guest it is the sign-in page. */
export const home = 'home';

/** A path that redirects to `to`, or to the first of `guest`, `staff` and `companyAdmin` that applies to the user. */
export interface RedirectRow {
  path: string;
  /** Checked first; a guest whom it sends to the sign-in page returns here afterwards. */
  guard?: GuardName;
  to: string;
  guest?: string;
  staff?: string;
  companyAdmin?: string;
}

export const redirects: RedirectRow[] = [
  { path: '/', to: home },
  { path: '/chat', to: home, guest: '/chat/general', staff: '/chat/general' },
  { path: '/ai-chat', to: '/chat/general' },
  {
    path: '/expert-center',
    guard: 'signedIn',
    to: '/chat/chat-with-expert',
    staff: '/admin/expert-chat-messages',
  },
  { path: '/one-stop-order', to: '/one-stop-order/Prototyping' },
  { path: '/one-stop-order/prototyping/:orderId?', to: '/one-stop-order/Prototyping/:orderId?' },
  { path: '/company', guard: 'signedIn', to: home, companyAdmin: '/settings/upload?tab=company' },
  { path: '/v2-login', to: '/login' },
  { path: '/try-now', to: home, guest: '/user-on-boarding?type=instant_access' },
  { path: '/subscriptions', to: '/pricing' },
];
