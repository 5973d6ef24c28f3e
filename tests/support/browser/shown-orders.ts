import { randomUUID } from 'node:crypto';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { protocolVersion } from '#domain/spine/wire/sync.ts';
import { demoOrders } from '../../../server/demo/orders.ts';
import { demoAccounts } from '../../../scripts/order/demo.ts';
import { type Caller, signIn, valueAt } from '../../../scripts/order/caller.ts';
import { type Life, newKey, newLife, steps, take } from '../../../scripts/order/life.ts';

/** Creates orders in every status on a running server, by the calls of `npm run order`. */

/** Each order: the title of the last step that it took, and what follows. */
const made: Record<string, { title: string; until: string; after?: (life: Life) => Promise<void> }> = {
  submitted: { title: 'Second geometry, 3.5 mm shaft', until: 'Place it at this price' },
  reviewing: { title: 'Low-temperature electrolyte', until: 'Start the review' },
  reviewed: { title: 'Thicker cathode, 25 mg/cm²', until: 'Approve with a changed price' },
  awaiting_payment: { title: 'Electrolyte with 5 % FEC', until: 'Accept the price' },
  processing: { title: 'Separator comparison, 12 µm', until: 'Enter its payment' },
  material: { title: 'Customer foil, dry', until: 'Ask for material', after: sendParcels },
  prototyping: { title: 'Silicon anode, pilot', until: 'Accept the material' },
  testing: { title: 'Baseline 21700, graphite', until: 'Publish the report' },
  done: { title: 'Data without cells', until: 'Publish the results' },
  shipped: { title: 'Cells for the pack', until: 'Publish the results', after: ship },
  delivered: { title: 'First samples', until: 'Confirm the receipt' },
  cancelled: {
    title: 'Ordered twice',
    until: 'Start the review',
    after: (life) => end(life, 'CANCEL', 'Ordered twice.'),
  },
  rejected: {
    title: 'Lithium metal anode',
    until: 'Start the review',
    after: (life) => end(life, 'REJECT', 'Our line coats no lithium metal.'),
  },
  revised: { title: 'Two revisions', until: 'Start the review', after: revise },
};

/** @returns the ids of the orders by these names */
export async function createOrders(url: string): Promise<Map<string, string>> {
  const [customer, staff] = [await signIn(url, demoAccounts.customer), await signIn(url, demoAccounts.staff)];
  const orders = new Map<string, string>();
  for (const [name, { title, until, after }] of Object.entries(made)) {
    const doc: OrderDoc = { ...demoOrders[0]?.doc, title };
    const life = newLife({ customer, staff, doc });
    const last = steps.findIndex((step) => step.title === until);
    for (const step of steps.slice(0, last + 1)) {
      const taken = await take(step, life);
      if ('problem' in taken) throw new Error(`${name}: ${step.title}: ${taken.problem}`);
    }
    await after?.(life);
    orders.set(name, life.orderId);
  }
  return orders;
}

/** One parcel refused, another one counted. */
async function sendParcels({ customer, staff, orderId }: Life): Promise<void> {
  const content = {
    lines: [
      { name: 'Anode foil, 20 m', count: 2 },
      { name: 'Separator roll', count: 1 },
    ],
    carrier: 'dhl',
    tracking: 'JD 0146 2026 1126',
    expected: '2026-12-01',
    notes: 'Open it in the dry room, please.',
    mode: 'road',
    ticks: ['number'],
  };
  for (const isRefused of [true, false]) {
    const parcelId = randomUUID();
    const change = (by: Caller, step: string, more: object = {}) =>
      push(by, 'parcel.change', { orderId, parcelId, step, ...more });
    await change(customer, 'announced', { content });
    await change(staff, 'arrived');
    await change(staff, 'counted', { counts: isRefused ? [1, 1] : [2, 1] });
    if (isRefused) await change(staff, 'refused', { reason: 'One foil is missing, the other one is wet.' });
  }
}

async function ship(life: Life): Promise<void> {
  const shipment = { carrier: 'ups', tracking: '1Z 999 AA1', mode: 'air', flags: ['A88'], soc: 30, ticks: ['number'] };
  await command(life, 'SHIP', 'done', { shipment });
}

const end = (life: Life, event: string, reason: string) => command(life, event, 'reviewing', { reason });

/** The expert asks for changes, and the customer places a second revision. */
async function revise(life: Life): Promise<void> {
  const { customer, orderId } = life;
  await end(life, 'REQUEST_CHANGES', 'Please take a thicker separator: 12 µm has no margin for a first build.');
  const { body } = await customer.call({ method: 'GET', path: `/po_system/orders/${orderId}/load` });
  const data = { ...life.doc, quantity: 36, separatorThickness_mm: 0.014 };
  const saved = await customer.call({
    method: 'POST',
    path: '/po_system/orders/save',
    body: { id: orderId, version: valueAt(body, 'order.version'), data },
    key: newKey(),
  });
  const quote_hash = valueAt(saved.body, 'order.price.quote_hash');
  const placing = { order_id: orderId, quote_hash };
  const placed = await customer.call({ method: 'POST', path: '/po_system/orders/place', body: placing, key: newKey() });
  if (placed.status !== 202) throw new Error(`the second revision: ${placed.text}`);
}

async function command({ staff, orderId }: Life, event: string, from: string, more: object): Promise<void> {
  const body = { order_id: orderId, event, expect_status: from, ...more };
  const path = '/admin-api/po_system/order_command';
  const reply = await staff.call({ method: 'POST', path, body, key: newKey() });
  if (reply.status !== 200) throw new Error(`${event}: ${reply.text}`);
}

async function push({ call, userId }: Caller, type: string, args: object): Promise<void> {
  const commands = [{ cmdId: newKey(), n: 0, type, v: 1, args }];
  const body = { protocol: protocolVersion, clientId: newKey(), actor: userId, commands };
  const reply = await call({ method: 'POST', path: '/sync/push', body });
  if (valueAt(reply.body, 'results.0.s') !== 'ok') throw new Error(`${type}: ${reply.text}`);
}
