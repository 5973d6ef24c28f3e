import { serverLimits } from '#domain/server-limits.ts';
import type { CommandType } from '#domain/commands.ts';

/**
 * Costs of calls above 1, counted against the limits of address and user (`requestsPerAddressPerMinute`,
 * `requestsPerPersonPerMinute`): calls that need much CPU, disk or network.
 */
export const routeCosts: Readonly<Record<string, number>> = {
  // a password is hashed
  'POST /auth/register': 50,
  'POST /auth/free_trial': 50,
  'POST /auth/instant_test': 50,
  'POST /auth/login': 50,
  'POST /auth/confirm-password': 50,
  'PUT /users/me/password': 50,
  // the knowledge base is searched
  'POST /bot/questions_v2': 20,
  'POST /bot/questions': 20,
  'POST /admin-api/model/test': 100,
  'POST /admin-api/assistant_settings': 50,
  'POST /admin-api/assistant_settings/use_again': 50,
  'POST /admin-api/assistant_settings/measurements': 100,
  'POST /bot/unregister_user/questions': 20,
  'GET /bot/qandas': 20,
  'GET /bot/knowledges': 20,
  // the same, while a question is typed
  'POST /qnas/similar': 10,
  'GET /admin-api/knowledge_documents/:id': 100,
  // all of the caller's messages with the assistant are read
  'GET /chat/search': 10,
  // an order is checked and priced
  'POST /po_system/calculate': 30,
  'POST /po_system/orders/save': 10,
  // some hundred orders are priced twice
  'POST /admin-api/rate_cards/preview': 100,
  // all steps of a tree are checked, and the ids of all entries are read
  'POST /admin-api/finder_trees/:id': 10,
  'GET /admin-api/finder_trees/:id/versions': 5,
  // a process reads a file; many Q&As are read, compared or written
  'POST /qnas/imports': 100,
  'PUT /qnas/imports/:id': 50,
  'POST /qnas/imports/:id/commit': 50,
  'POST /qnas/imports/:id/undo': 50,
  'GET /qnas/xlsx': 50,
  // a list is searched and counted; all of it is read
  'GET /admin-api/po_orders/orders': 5,
  'GET /qnas': 5,
  'GET /qnas/csv': 50,
  'GET /qnas/category_tree': 5,
  'POST /qnas/category_changes/preview': 10,
  'POST /qnas/category_changes': 50,
  'POST /qnas/category_changes/:id/undo': 50,
  'GET /qnas/:id/versions': 5,
  'GET /admin-api/po_orders/orders/export': 50,
  // the edited Q&As are compared; measured by some thousand searches; written whole
  'GET /qnas/synchronizes': 5,
  'POST /admin-api/knowledge/retrieval_test': 40,
  'GET /admin-api/knowledge/questions/csv': 50,
  'POST /admin-api/knowledge/questions/csv': 50,
  'GET /admin-api/knowledge/questions/figures': 10,
  'POST /qnas/synchronizes': 100,
  'POST /qnas/synchronizes/:id/take_over': 50,
  'POST /qnas/synchronizes/rollback': 50,
  'POST /po_system/orders/place': 10,
  'GET /admin-api/records': 5,
  'GET /admin-api/records/export': 50,
  'GET /admin-api/records/groups': 20,
  'GET /admin-api/records/groups/export': 50,
  'GET /admin-api/records/entries': 5,
  // some hundred rows are written
  'POST /qnas/publish': 20,
  // the index is built again
  'POST /qnas/:id/stop': 10,
  'POST /qnas/:id/resume': 10,
  // includes files
  'POST /experts/chats': 5,
  'POST /experts/chat-reply': 5,
  'POST /po-chats/rooms/:id/messages': 5,
  'POST /po_system/orders/:id/attachments': 5,
  'POST /admin-api/po_orders/orders/:id/attachments': 5,
  // much is read or rendered
  'GET /sync/snapshot': 50,
  'GET /sync/knowledge': 10,
  'GET /subscriptions/invoices/:id/pdf': 100,
  'GET /po_system/orders/:id/labels/pdf': 20,
};

/** Additional costs of commands in a push. */
const commandCosts = {
  // the knowledge base is searched
  'question.ask': 20,
  // an order is read and written whole
  'order.patch': 1,
  'order.transition': 1,
  'parcel.change': 1,
  'cells.mark': 1,
  'report.add': 1,
  'report.publish': 1,
  'report.withdraw': 1,
  // also checked and priced
  'order.place': 10,
} as const satisfies Partial<Record<CommandType, number>>;

/** Returns the additional cost of a push. */
export function moreForPush(body: unknown): number {
  const { commands } = Object(body) as { commands?: unknown };
  if (!Array.isArray(commands)) return 0;
  const costs = new Map<unknown, number>(Object.entries(commandCosts));
  const more = commands.reduce(
    (sum: number, each) => sum + (costs.get((Object(each) as { type?: unknown }).type) ?? 0),
    0,
  );
  return Math.min(more, serverLimits.costOfPushMost);
}
