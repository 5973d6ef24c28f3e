import { sql } from 'kysely';
import { demoOrders } from '../../../server/demo/orders.ts';
import { demoId } from '../../../server/demo/users.ts';
import { callsOf, type Post } from '../servers/calls.ts';
import { parcelContent } from './goods.ts';
import type { Product } from '../servers/product.ts';
import { at } from '../servers/server.ts';
import { newId } from '../users.ts';

/** The demo order, brought to a status by the calls of its customer and of staff. */

const known = new Map<string, Promise<Post>>();

/** Each user signs in once: an address may do so only some times a minute. */
function callsAs(name: string, url: string): Promise<Post> {
  const key = `${name} ${url}`;
  const calls = known.get(key) ?? callsOf(url, `${name}@demo.vfp`);
  known.set(key, calls);
  return calls;
}

/** Places the demo order. @returns it, with what takes a step of staff */
export async function submittedOrder(url: string, title?: string) {
  const owner = await callsAs('engineer', url);
  const saved = await owner('/po_system/orders/save', { data: { ...demoOrders[0]?.doc, title } });
  const id = String(at(saved, 'order.id'));
  await owner('/po_system/orders/place', { order_id: id, quote_hash: at(saved, 'order.price.quote_hash') });
  const step = async (event: string, expect_status: string, more: object = {}, by = 'expert') =>
    (await callsAs(by, url))('/admin-api/po_system/order_command', { order_id: id, event, expect_status, ...more });
  return { id, number: String(at(saved, 'order.number')), step };
}

/** Takes the demo order to the price that its customer accepts. */
async function acceptedOrder(url: string, title?: string) {
  const order = await submittedOrder(url, title);
  await order.step('START_REVIEW', 'submitted');
  const quoteHash = at(await order.step('APPROVE', 'reviewing'), 'price.quote_hash');
  const args = { orderId: order.id, event: 'ACCEPT_QUOTE', expectStatus: 'reviewed', quoteHash };
  const commands = [{ cmdId: newId(), n: 1, type: 'order.transition', v: 1, args }];
  const push = { protocol: 1, clientId: newId(), actor: demoId('engineer'), commands };
  await (
    await callsAs('engineer', url)
  )('/sync/push', push);
  return order;
}

async function paidOrder(url: string, title?: string) {
  const order = await acceptedOrder(url, title);
  await order.step('INVOICE_PAID', 'awaiting_payment', {}, 'admin');
  return order;
}

/** Takes the demo order to where it awaits its material, with an invoice that is paid. @returns its id */
export async function orderAwaitingMaterial({ url, db }: Pick<Product, 'url' | 'db'>): Promise<string> {
  const { id, step } = await acceptedOrder(url);
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${id}`.execute(db);
  await (
    await callsAs('expert', url)
  )(`/admin-api/invoices/${rows[0]?.id}/paid`, {});
  await step('NEEDS_MATERIAL', 'processing');
  return id;
}

/** Takes the demo order to the tests of its 24 cells. */
export async function orderInTest(url: string) {
  const order = await paidOrder(url);
  await order.step('START_BUILD', 'processing');
  await order.step('BUILD_DONE', 'prototyping');
  return order;
}

/** Takes the demo order to where its material has arrived and is counted. */
export async function orderWithMaterial(url: string, title: string) {
  const order = await paidOrder(url, title);
  await order.step('NEEDS_MATERIAL', 'processing');
  const parcels = (body: object) =>
    callsAs('expert', url).then((calls) => calls(`/admin-api/po_orders/orders/${order.id}/parcels`, body));
  const arrived = await parcels({ step: 'arrived', content: parcelContent, sender: 'The customer' });
  await parcels({ parcel_id: at(arrived, 'parcels.0.id'), step: 'counted', counts: [2, 1] });
  return order;
}
