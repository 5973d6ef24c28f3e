import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Event } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import type { Order } from '#domain/order/data/order.ts';
import { MINUTE, SECOND } from '#domain/ground/units.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { demoOrders } from '../../../server/demo/orders.ts';
import { Random } from '../../simulation/random.ts';
import { Device } from '../../support/devices/device.ts';
import { patience } from '../../support/patience.ts';
import { parcelContent, shipment } from '../../support/orders/goods.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';
import { allowedTo, reasoned, rowFor, type Situation } from '../../support/orders/transitions.ts';
import { newId } from '../../support/users.ts';
import { Network } from '../../support/devices/wire.ts';
import { isWhole } from '../../support/whole.ts';

/** Two members of staff and two customers work on the same orders at once, while their network loses and doubles calls. */

const server = await provideServer({ env: { QUOTA_FACTOR: '1000' } });

/** One deed every few seconds. */
const paceMs = 10 * SECOND;
const lengthMs = isWhole ? 60 * MINUTE : 20 * MINUTE;

/** Statuses in which staff who cancel state the work done. */
const workStatuses: ReadonlySet<string> = new Set([
  'processing',
  'awaiting_delivery_of_material',
  'prototyping',
  'testing',
]);

/** Leaves out most of what ends an order or leads it back, so that many come far. */
const likely = (events: string[], random: Random): string[] =>
  events.filter(
    (event) => !/CANCEL|DISCARD|WITHDRAW|CHANGE|DECLINE|REJECT|REFUSED|VOID/.test(event) || random.chance(0.1),
  );

/** Who wanted which event of which order. */
type Wanted = Set<string>;
const wish = (orderId: string, event: string, by: string) => `${orderId} ${event} ${by}`;

function disturb(network: Network, random: Random): void {
  network.calm();
  const dice = random.below(10);
  if (dice < 2) network.loseReplies(/POST/);
  else if (dice < 4) network.loseRequests(/POST/);
  else if (dice < 6) network.duplicate(/POST/);
}

const situationOf = ({ status, doc }: Pick<Order, 'status' | 'doc'>): Situation => ({
  status,
  service: doc['service'] as Situation['service'],
});

/** A customer at one device. */
class Customer {
  readonly who: SignedIn;
  readonly device: Device;
  readonly #wanted: Wanted;
  readonly #random: Random;

  constructor(who: SignedIn, device: Device, { wanted, random }: { wanted: Wanted; random: Random }) {
    this.who = who;
    this.device = device;
    this.#wanted = wanted;
    this.#random = random;
  }

  async act(orderIds: string[]): Promise<void> {
    const { device } = this;
    if (this.#random.chance(0.4)) return await this.sync();
    const orderId = orderIds.length < 6 || this.#random.chance(0.1) ? newId() : this.#random.pick(orderIds);
    const shown = await device.order(orderId);
    if (shown === undefined) return orderIds.includes(orderId) ? undefined : await this.#begin(orderId, orderIds);
    if (shown.ownerId !== this.who.user.id || shown.pendingTransition !== null) return;
    const event = this.#random.pick(['EDIT', ...likely(allowedTo('customer', situationOf(shown)), this.#random)]);
    if (event === 'EDIT' && shown.status !== 'draft') return;
    this.#wanted.add(wish(orderId, event, this.who.user.id));
    if (event === 'EDIT') {
      const value = this.#random.between(5, 30);
      await patchOrder(device.ctx, { orderId, changes: [{ path: 'quantity', value }] });
    } else if (event === 'PLACE') await placeOrder(device.ctx, { orderId });
    else await transitionOrder(device.ctx, { orderId, event });
  }

  async #begin(orderId: string, orderIds: string[]): Promise<void> {
    this.#wanted.add(wish(orderId, 'SAVE', this.who.user.id));
    const changes = Object.entries(demoOrders[0]?.doc ?? {}).map(([path, value]) => ({ path, value }));
    await patchOrder(this.device.ctx, { orderId, changes });
    orderIds.push(orderId);
  }

  async sync(): Promise<void> {
    const { device } = this;
    disturb(device.network, this.#random);
    await device.send();
    await device.look();
    for (const { cmdId } of await device.db.attention.toArray()) await discardWaiting(device.ctx, cmdId);
  }
}

/** A member of staff, whose program repeats a call until it is answered. */
class Staff {
  readonly #who: SignedIn;
  readonly #network = new Network(server.url);
  readonly #wanted: Wanted;
  readonly #random: Random;

  constructor(who: SignedIn, { wanted, random }: { wanted: Wanted; random: Random }) {
    this.#who = who;
    this.#wanted = wanted;
    this.#random = random;
  }

  async act(orderIds: readonly string[]): Promise<void> {
    if (orderIds.length === 0) return;
    const orderId = this.#random.pick(orderIds);
    const seen = await this.#call('GET', `/po_system/orders/${orderId}/load`);
    const status = at(seen, 'order.status') as Order['status'] | undefined;
    if (status === undefined) return;
    if (status === 'awaiting_payment' && this.#random.chance(0.7)) return await this.#closeInvoice(orderId);
    const role = this.#who.user.role === 'CHATBOT' ? 'admin' : 'expert';
    const events = likely(allowedTo(role, { status, service: 'both' }), this.#random);
    if (events.length === 0) return;
    const event = this.#random.pick(events);
    this.#wanted.add(wish(orderId, event, this.#who.user.id));
    if (event === 'MATERIAL_ACCEPTED') await this.#countParcel(orderId);
    await this.#call('POST', '/admin-api/po_system/order_command', {
      order_id: orderId,
      event,
      expect_status: status,
      ...(reasoned.has(event) ? { reason: 'As agreed' } : {}),
      ...(event === 'SHIP' ? { shipment } : {}),
      ...(event === 'CANCEL' && workStatuses.has(status) ? { work_done: [{ code: 'setup', amount: 100 }] } : {}),
    });
  }

  async #countParcel(orderId: string): Promise<void> {
    const path = `/admin-api/po_orders/orders/${orderId}/parcels`;
    const arrived = await this.#call('POST', path, { step: 'arrived', content: parcelContent });
    const parcel_id = at(arrived, 'parcels.0.id');
    await this.#call('POST', path, {
      parcel_id,
      step: 'counted',
      counts: parcelContent.lines.map(({ count }) => count),
    });
  }

  async #closeInvoice(orderId: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select id from invoices where order_id = ${orderId} and status = 'open'`.execute(server.db);
    const id = rows[0]?.id;
    if (id === undefined) return;
    const how = this.#random.chance(0.9) ? 'paid' : 'void';
    this.#wanted.add(wish(orderId, how === 'paid' ? 'INVOICE_PAID' : 'INVOICE_VOID', this.#who.user.id));
    await this.#call('POST', `/admin-api/invoices/${id}/${how}`, {});
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${this.#who.token}`,
      'idempotency-key': newId(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (;;) {
      disturb(this.#network, this.#random);
      try {
        return await (await this.#network.fetch(`/api/v1${path}`, init)).json();
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }
}

/** Returns what is wrong with an order, its history and its events. */
async function problemsOf(order: Order, wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<Event>`select stream, sseq, type, v, data, cmd_id as "cmdId" from events
    where stream = ${`order:${order.id}`} order by sseq`.execute(server.db);
  expect(rows.reduce<Order | undefined>(foldOrder, undefined)).toEqual(order);
  const { doc, history, id } = order;
  return history.flatMap(({ from, to, event, by }, i) => {
    const before = i === 0 ? null : history[i - 1]?.to;
    const row = from === null ? undefined : rowFor(situationOf({ status: from, doc }), event);
    return [
      ...(before === from ? [] : [`${id}: ${event} began at ${from}, but the order was ${before}`]),
      ...(from === null || row?.[1] === to ? [] : [`${id}: ${event} led from ${from} to ${to}`]),
      ...(wanted.has(wish(id, event, by)) ? [] : [`${id}: nobody wanted ${event} by ${by}`]),
    ];
  });
}

test(
  'after an hour of work under lost and doubled calls no order is where nobody put it, no invoice is there twice, and no number is missing',
  { timeout: patience.histories },
  async () => {
    const random = Random.of(15, 'busy hour');
    const wanted: Wanted = new Set();
    const orderIds: string[] = [];
    const customers: Customer[] = [];
    for (const name of ['first', 'second']) {
      const who = await server.signIn('engineer');
      customers.push(new Customer(who, await Device.open(server, who), { wanted, random: Random.of(15, name) }));
    }
    const staff = [
      new Staff(await server.signIn('expert'), { wanted, random: Random.of(15, 'expert') }),
      new Staff(await server.signIn('admin'), { wanted, random: Random.of(15, 'admin') }),
    ];
    for (let now = 0; now < lengthMs; now += paceMs) {
      for (const { device } of customers) device.pass(paceMs);
      // All at once, so that they meet at the same orders.
      await Promise.all([...customers, ...staff].filter(() => random.chance(0.8)).map((each) => each.act(orderIds)));
    }
    for (const { device } of [...customers, ...customers]) {
      device.network.calm();
      device.pass(60 * MINUTE);
      await device.send();
      await device.look();
    }

    const { rows: orders } = await sql<{ data: Order }>`select data from orders order by number`.execute(server.db);
    const problems = await Promise.all(orders.map(({ data }) => problemsOf(data, wanted)));
    expect(problems.flat()).toEqual([]);
    for (const { device, who } of customers) {
      const mine = orders.filter(({ data }) => data.ownerId === who.user.id);
      for (const { data } of mine) expect(await device.db.orders.get(data.id)).toEqual(data);
      device.close();
    }

    const steps = orders.flatMap(({ data }) => data.history);
    const accepted = steps.filter(({ event }) => event === 'ACCEPT_QUOTE').length;
    const { rows: written } = await sql<{ number: string; order: string; status: string; kind: string }>`
      select number, order_id as "order", status, kind from invoices order by number`.execute(server.db);
    const invoices = written.filter(({ kind }) => kind === 'invoice');
    const credited = written.filter(({ kind }) => kind === 'credit_note').map(({ order }) => order);
    const refunded = orders.filter(({ data }) => data.history.some(({ bill }) => bill?.settlement === 'refund'));
    expect(credited.toSorted()).toEqual(refunded.map(({ data }) => data.id).toSorted());
    expect(invoices).toHaveLength(accepted);
    const live = invoices.filter(({ status }) => status !== 'void').map(({ order }) => order);
    expect(new Set(live).size).toBe(live.length);
    for (const numbers of [orders.map(({ data }) => data.number), invoices.map(({ number }) => number)])
      expect(numbers.map((number) => Number(number.slice(-6)))).toEqual(numbers.map((_, i) => i + 1));
    // Otherwise the hour would prove nothing.
    expect(steps.length).toBeGreaterThan(isWhole ? 100 : 20);
    expect(accepted).toBeGreaterThan(0);
  },
);
