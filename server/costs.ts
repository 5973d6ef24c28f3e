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

/** A question in a push is searched for like one that is asked by itself; the most that one push takes. */
const costOfQuestion = 20;
const costOfPushMost = 500;

/** What a push takes beside what every call does. */
export function moreForPush(body: unknown): number {
  const { commands } = Object(body) as { commands?: unknown };
  if (!Array.isArray(commands)) return 0;
  const questions = commands.filter((each) => (Object(each) as { type?: unknown }).type === 'question.ask').length;
  return Math.min(questions * costOfQuestion, costOfPushMost);
}
