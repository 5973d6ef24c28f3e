import type { Order, Quote } from '#domain/order/data/order.ts';
import { sql } from 'kysely';
import { demoOrders } from '../../../server/demo/orders.ts';
import { newId } from '../users.ts';
import { at, type SignedIn, type TestServer } from '../servers/server.ts';

/** Orders on their way through review and payment, by the real routes. */

/** Saves and places the demo order. @returns its id */
export async function placeOrder(server: TestServer, who: SignedIn): Promise<string> {
  const saved = await server.request(who, 'POST', '/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  const id = String(at(saved.body, 'order.id'));
  const quote_hash = at(saved.body, 'order.price.quote_hash');
  const placed = await server.request(who, 'POST', '/po_system/orders/place', { order_id: id, quote_hash });
  if (placed.status !== 202) throw new Error(`not placed: ${JSON.stringify(placed.body)}`);
  return id;
}

/** Sends an event through the staff's door. */
export const staffEvent = (
  server: TestServer,
  staff: SignedIn,
  [orderId, event, expectStatus]: [string, string, string],
  more: object = {},
  headers: Record<string, string> = {},
) =>
  server.request(
    staff,
    'POST',
    '/admin-api/po_system/order_command',
    { order_id: orderId, event, expect_status: expectStatus, ...more },
    headers,
  );

/** Places an order and approves it with these overrides. @returns its id */
export async function reviewedOrder(
  server: TestServer,
  [who, staff]: [customer: SignedIn, staff: SignedIn],
  review: object = {},
): Promise<string> {
  const id = await placeOrder(server, who);
  await staffEvent(server, staff, [id, 'START_REVIEW', 'submitted']);
  const approved = await staffEvent(server, staff, [id, 'APPROVE', 'reviewing'], review);
  if (approved.status !== 200) throw new Error(`not approved: ${JSON.stringify(approved.body)}`);
  return id;
}

/** Sends a status change as a device does. @returns the result of the command */
export async function pushEvent(
  server: TestServer,
  who: SignedIn,
  args: { orderId: string; event: string; expectStatus: string; quoteHash?: string; reason?: string; note?: string },
) {
  const [result] = await server.bus.executeCommands(who.user.id, [
    { cmdId: newId(), type: 'order.transition', v: 1, args },
  ]);
  return result;
}

export async function storedOrder({ db }: TestServer, id: string): Promise<Order & { quote: Quote }> {
  const { rows } = await sql<{ data: Order & { quote: Quote } }>`select data from orders where id = ${id}`.execute(db);
  const order = rows[0]?.data;
  if (order === undefined) throw new Error('no order');
  return order;
}

/** Accepts the present price of an order. */
export const accept = async (server: TestServer, who: SignedIn, orderId: string) => {
  const { quote } = await storedOrder(server, orderId);
  return pushEvent(server, who, { orderId, event: 'ACCEPT_QUOTE', expectStatus: 'reviewed', quoteHash: quote.hash });
};
