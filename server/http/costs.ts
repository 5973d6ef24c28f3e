import type { CommandType } from '#domain/commands.ts';

/**
 * What a call takes of the minute of its address and its person (`requestsPerAddressPerMinute`, `requestsPerPersonPerMinute`),
 * where that is more than 1: calls that cost the processor, the disk or the network much.
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
  'POST /bot/unregister_user/questions': 20,
  // an order is checked and priced
  'POST /po_system/calculate': 30,
  'POST /po_system/orders/save': 10,
  'POST /po_system/orders/place': 10,
  // files come with it
  'POST /experts/chats': 5,
  'POST /experts/chat-reply': 5,
  'POST /po-chats/rooms/:id/messages': 5,
  // much is read, or drawn
  'GET /sync/snapshot': 50,
  'GET /subscriptions/invoices/:id/pdf': 100,
};

/** What a command in a push takes beside what the call does, where that is more than nothing. */
const commandCosts = {
  // the knowledge base is searched
  'question.ask': 20,
  // an order is read and written whole
  'order.patch': 1,
  'order.transition': 1,
  // it is checked and priced too
  'order.place': 10,
} as const satisfies Partial<Record<CommandType, number>>;

/** The most that one push takes: a device that comes back with all it may send at once is let in, eleven times a minute. */
const costOfPushMost = 500;

/** What a push takes beside what every call does. */
export function moreForPush(body: unknown): number {
  const { commands } = Object(body) as { commands?: unknown };
  if (!Array.isArray(commands)) return 0;
  const costs = new Map<unknown, number>(Object.entries(commandCosts));
  const more = commands.reduce(
    (sum: number, each) => sum + (costs.get((Object(each) as { type?: unknown }).type) ?? 0),
    0,
  );
  return Math.min(more, costOfPushMost);
}
