import {
  administersCompany,
  administersPlatform,
  canChatWithExperts,
  disablesAiChat,
  hasNavigatorPass,
  isInstantTester,
  isStaff,
  permissionsOf,
} from '#domain/permissions.ts';
import type { User } from '#domain/users.ts';
import { inBothSpellings } from '../accounts/company-paths.ts';

/**
 * Who may call what, one line each. `guards.ts` applies it to every route, and `sockets/event-handlers.ts` to every event. To
 * add a route: its schemas in `domain/protocol/rest.ts`; its handler in `routes/<first part of the path>.ts`,
 * registered in `server/app.ts`; its line here (without one the server does not start); its cost in `costs.ts` if it is
 * expensive; a test in `tests/server/http/routes`. `npm run fuzz` then calls it with all kinds of input.
 */

/** Conditions on the user of a session. Handlers themselves check who owns an object. */
export const claims = {
  signedIn: () => true,
  assistant: (user: User) => !disablesAiChat(user),
  expertChat: canChatWithExperts,
  navigator: hasNavigatorPass,
  staff: isStaff,
  /** Instant testers have no company. */
  company: (user: User) => !isInstantTester(user),
  /** Staff accounts are ended by an administrator. */
  customer: (user: User) => !isStaff(user),
  companyAdmin: (user: User) => isStaff(user) || administersCompany(user),
  admin: administersPlatform,
  invoices: (user: User) => permissionsOf(user).includes('invoices.write'),
  orderCommands: (user: User) => permissionsOf(user).includes('orders.command'),
  prices: (user: User) => permissionsOf(user).includes('prices.write'),
  knowledge: (user: User) => permissionsOf(user).includes('knowledge.write'),
  audit: (user: User) => permissionsOf(user).includes('audit.read'),
} as const;

/**
 * `anyone`: needs no session. `proof`: needs what the handler checks: a token, a signature, or a call from this
 * machine.
 */
export type Policy = keyof typeof claims | 'anyone' | 'proof';

/** All routes, without `/api/v1` and `/api/v2`. A HEAD request follows its GET. */
export const routePolicies: Readonly<Record<string, Policy>> = {
  // accounts
  'POST /auth/register': 'anyone',
  'POST /auth/free_trial': 'anyone',
  'POST /auth/instant_test': 'anyone',
  'POST /auth/verify': 'anyone',
  'POST /auth/re-send-confirmation-code': 'anyone',
  'POST /auth/login': 'anyone',
  'POST /auth/forgot-password': 'anyone',
  'POST /auth/confirm-password': 'anyone',
  'POST /auth/send-sign-in-code': 'anyone',
  'POST /auth/sign-in-by-code': 'anyone',
  'GET /auth/logout': 'signedIn',
  'POST /auth/getToken': 'signedIn',
  'PUT /auth/banner/cookies': 'anyone',
  'GET /users/me': 'signedIn',
  'GET /users/me/quotas': 'signedIn',
  'GET /users/me/mails': 'signedIn',
  'PUT /users/me/mails': 'signedIn',
  'PUT /users/me/password': 'signedIn',
  'GET /users/me/deletion': 'signedIn',
  'POST /users/me/deletion': 'customer',
  'DELETE /users/me/deletion': 'signedIn',
  'GET /users/me/copies': 'signedIn',
  'POST /users/me/copies': 'signedIn',
  'GET /users/me/copies/:id': 'signedIn',
  'GET /users/me/devices': 'signedIn',
  'DELETE /users/me/devices': 'signedIn',
  'DELETE /users/me/devices/:id': 'signedIn',
  'GET /users/files': 'signedIn',
  'POST /users/files': 'signedIn',
  'GET /users/files/:id': 'signedIn',
  'DELETE /users/files/:id': 'signedIn',

  // companies
  'POST /auth/create_user': 'companyAdmin',
  'GET /users/email/:email': 'companyAdmin',
  ...inBothSpellings<Policy>({
    'GET /company_v2': 'company',
    'PUT /company_v2': 'companyAdmin',
    'GET /company_users': 'company',
    'DELETE /company_users/:id': 'companyAdmin',
    'GET /company_users/invitations': 'companyAdmin',
    'POST /company_users/invitations/:id/resend': 'companyAdmin',
    'DELETE /company_users/invitations/:id': 'companyAdmin',
  }),

  // the assistant
  'POST /bot/questions_v2': 'assistant',
  'POST /bot/unregister_user/questions': 'anyone',
  'POST /bot/feedback': 'assistant',
  'GET /bot/qandas': 'staff',
  'GET /bot/knowledges': 'staff',
  'GET /bot/one-drive': 'staff',
  'GET /chat/search': 'signedIn',

  // the knowledge base
  'GET /qnas': 'knowledge',
  'POST /qnas': 'knowledge',
  'GET /qnas/categories': 'knowledge',
  'GET /qnas/csv': 'knowledge',
  'POST /qnas/similar': 'knowledge',
  'POST /qnas/publish': 'knowledge',
  'GET /qnas/:id': 'knowledge',
  'PUT /qnas/:id': 'knowledge',
  'DELETE /qnas/:id': 'knowledge',
  'GET /qnas/:id/versions': 'knowledge',
  'POST /qnas/:id/versions/:version/restore': 'knowledge',

  // users and experts
  'POST /experts/chats': 'expertChat',
  'POST /experts/chat-reply': 'staff',
  'POST /experts/deactivate-expert-notification': 'proof',
  'GET /conversations/:id': 'signedIn',
  'POST /po-chats/rooms': 'navigator',
  'POST /po-chats/po_test_result_rooms': 'navigator',
  'GET /po-chats/rooms/:id': 'navigator',
  'POST /po-chats/rooms/:id/messages': 'navigator',
  'GET /po-chats/unread_messages_count': 'navigator',

  // orders
  'POST /po_system/orders/save': 'navigator',
  'GET /po_system/orders/:id/load': 'navigator',
  'GET /po_system/orders/:id/revisions': 'navigator',
  'GET /po_system/orders/:id/quote/pdf': 'navigator',
  'GET /po_system/orders/:id/invoice/pdf': 'navigator',
  'GET /po_system/orders/:id/credit_note/pdf': 'navigator',
  'GET /po_system/orders/:id/record': 'navigator',
  'PUT /po_system/orders/:id/colleagues': 'navigator',
  'POST /po_system/orders/place': 'navigator',
  'POST /po_system/orders/delete': 'navigator',
  'DELETE /po_system/orders/:id': 'navigator',
  'GET /po_system/view_single_order': 'navigator',
  'GET /po_system/orders/:id/attachments': 'navigator',
  'POST /po_system/orders/:id/attachments': 'navigator',
  'GET /po_system/orders/:id/parcels': 'navigator',
  'POST /po_system/orders/:id/parcels': 'navigator',
  'GET /po_system/orders/:id/test_reports': 'navigator',
  'GET /orders/:id/test_reports': 'navigator',
  'GET /po_system/orders/:id/test_reports/:reportId/download': 'navigator',
  'GET /po_system/orders/:id/labels/pdf': 'navigator',
  'GET /users/orders/:id/attachments': 'navigator',
  'GET /users/orders/:id/attachments/:attachmentId/download': 'navigator',
  'POST /po_system/calculate': 'navigator',
  'GET /po_system/rate_card': 'navigator',

  // files and the sync layer
  'POST /uploads': 'signedIn',
  'HEAD /uploads/:id': 'signedIn',
  'PATCH /uploads/:id': 'signedIn',
  'DELETE /uploads/:id': 'signedIn',
  'GET /files/:id': 'signedIn',
  'POST /sync/push': 'signedIn',
  'POST /sync/pull': 'signedIn',
  'GET /sync/snapshot': 'signedIn',
  'GET /sync/knowledge': 'signedIn',

  // payments
  'GET /subscriptions/plans': 'anyone',
  'GET /subscriptions/premium_plans': 'anyone',
  'GET /subscriptions/products': 'anyone',
  'GET /subscriptions/current': 'signedIn',
  'POST /subscriptions/subscribe': 'signedIn',
  'POST /subscriptions/subscribe_v2': 'signedIn',
  'POST /subscriptions/intents': 'signedIn',
  'POST /subscriptions/intents_v2': 'signedIn',
  'POST /subscriptions/cancel_subscription': 'signedIn',
  'GET /subscriptions/invoices/:id/pdf': 'signedIn',
  'POST /subscriptions/contact_us': 'anyone',
  'POST /subscriptions/webhooks/stripe': 'proof',
  'POST /hooks/carrier': 'proof',
  'GET /admin-api/audit': 'audit',
  'GET /admin-api/empty_combinations': 'knowledge',
  'POST /admin-api/knowledge/retrieval_test': 'knowledge',
  'GET /admin-api/knowledge/questions': 'knowledge',
  'POST /admin-api/knowledge/questions': 'knowledge',
  'DELETE /admin-api/knowledge/questions/:id': 'knowledge',
  'GET /qnas/synchronizes': 'knowledge',
  'POST /qnas/synchronizes': 'knowledge',
  'DELETE /qnas/synchronizes/:id': 'knowledge',
  'POST /qnas/synchronizes/:id/take_over': 'knowledge',
  'GET /qnas/synchronizes/history': 'knowledge',
  'POST /qnas/synchronizes/rollback': 'knowledge',
  'GET /admin-api/invoices': 'invoices',
  'POST /admin-api/invoices/:id/paid': 'invoices',
  'POST /admin-api/invoices/:id/void': 'invoices',
  'POST /admin-api/companies/:id/open_credit': 'admin',
  'GET /admin-api/po_orders/orders': 'orderCommands',
  'GET /admin-api/po_orders/orders/export': 'orderCommands',
  'GET /admin-api/po_orders/orders/:id': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/notes': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/expert': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/parcels': 'orderCommands',
  'GET /admin-api/po_orders/orders/:id/attachments': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/attachments': 'orderCommands',
  'DELETE /admin-api/po_orders/orders/:id/attachments/:attachmentId': 'orderCommands',
  'DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId': 'orderCommands',
  'POST /admin-api/po_system/order_command': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/cells': 'orderCommands',
  'GET /admin-api/po_orders/orders/:id/test_reports': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/test_reports': 'orderCommands',
  'DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/test_reports/publish': 'orderCommands',
  'POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw': 'orderCommands',
  'GET /admin-api/rate_cards': 'prices',
  'POST /admin-api/rate_cards': 'prices',
  'POST /admin-api/rate_cards/preview': 'prices',

  // the server itself, and the built app
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'GET /version.json': 'anyone',
  'GET /metrics': 'proof',
  'GET /dev/mail': 'proof',
  'GET /docs/*': 'anyone',
  'GET /*': 'anyone',

  // public pages, and files for search engines
  'GET /about_us': 'anyone',
  'GET /pricing': 'anyone',
  'GET /white-paper': 'anyone',
  'GET /contact_us': 'anyone',
  'GET /privacy-policy': 'anyone',
  'GET /robots.txt': 'anyone',
  'GET /sitemap.xml': 'anyone',
};

/** Routes through which users may end their own rights: their reply is still sent. */
export const changesOwnRights: ReadonlySet<string> = new Set([
  'GET /auth/logout',
  'DELETE /users/me/devices/:id',
  'POST /subscriptions/subscribe',
  'POST /subscriptions/subscribe_v2',
  'POST /subscriptions/cancel_subscription',
  'POST /users/me/deletion',
]);

/** All namespaces, checked at the handshake and while they are open, and all events, checked each time. */
export const socketPolicies: Readonly<Record<string, keyof typeof claims>> = {
  '/sync': 'signedIn',
  '/sync sync:push': 'signedIn',
  '/po-chat': 'navigator',
  '/po-chat get_rooms': 'navigator',
  '/po-chat mark_as_read': 'navigator',
  '/socket/v1': 'expertChat',
  '/socket/v1 get_rooms': 'expertChat',
  '/socket/v1 mark_as_read': 'expertChat',
};
