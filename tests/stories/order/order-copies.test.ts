import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { copyOrder, renameTemplate, saveTemplate } from '../../../src/order/calls/order-copy.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { ordersSeenBy, templatesOf } from '../../../src/order/views/order-views.ts';
import { m50, rpt } from '../../domain/order/orders.ts';
import { Device } from '../../support/devices/device.ts';
import { placeOrder as placeDemoOrder, pushEvent, staffEvent } from '../../support/orders/reviewing.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';

/** Templates, orders that are ordered again, and the revisions of an order. */

let engineer: SignedIn;
let lab: Device;
const open: Device[] = [];

const deviceOf = async (who: SignedIn): Promise<Device> => {
  const device = await Device.open(server, who);
  open.push(device);
  return device;
};

const server = await provideServer();
beforeEach(async () => {
  engineer = await server.signIn('engineer');
  lab = await deviceOf(engineer);
});
afterEach(() => {
  for (const device of open.splice(0)) device.close();
});

const design = { ...m50, service: 'both', title: 'Swelling study', ...rpt('a1') };
const namesOn = async (device: Device) =>
  (await templatesOf(device.db, device.me)).map(({ doc }) => templateNameOf(doc));
const saved = (name: string) => saveTemplate(lab.ctx, { name, doc: design });

test('a template that I save offline is used by a colleague, who cannot change it', async () => {
  lab.network.isOn = false;
  const id = await saved(' Standard RPT ');
  expect(await namesOn(lab)).toContain('Standard RPT');
  expect(await ordersSeenBy(lab.db, lab.me)).toEqual([]);
  lab.network.isOn = true;
  await lab.sync();

  const desk = await deviceOf(await server.signIn('colleague'));
  await desk.sync();
  expect(await namesOn(desk)).toContain('Standard RPT');
  const template = await desk.order(id);
  const made = await copyOrder(desk.ctx, template?.doc ?? {});
  await desk.sync();
  const order = await desk.order(made);
  expect(order).toMatchObject({ status: 'draft', ownerId: desk.me.id, doc: { format: '21700', quantity: 24 } });
  expect([order?.doc['template'], order?.doc['title']]).toEqual([undefined, undefined]);

  await renameTemplate(desk.ctx, { orderId: id, name: 'Mine' });
  await desk.sync();
  expect(await desk.waiting()).toEqual(['order.patch refused FORBIDDEN']);
  await lab.sync();
  expect(await namesOn(lab)).toContain('Standard RPT');
});

test('an administrator of the company renames and deletes a template, one of another company does not see it', async () => {
  const id = await saved('Formation study');
  await lab.sync();
  const office = await deviceOf(await server.signIn('companyAdmin'));
  await office.sync();
  await renameTemplate(office.ctx, { orderId: id, name: 'Formation' });
  await office.sync();
  await lab.sync();
  expect(await namesOn(lab)).toContain('Formation');
  await transitionOrder(office.ctx, { orderId: id, event: 'DISCARD' });
  await office.sync();
  await lab.sync();
  expect(await office.waiting()).toEqual([]);
  expect(await namesOn(lab)).not.toContain('Formation');
  const stranger = await server.signIn('manager');
  expect((await server.request(stranger, 'GET', `/po_system/orders/${id}/load`)).status).toBe(403);
});

test('two names given at once are both kept', async () => {
  const id = await saved('Cycle life');
  await lab.sync();
  const office = await deviceOf(await server.signIn('companyAdmin'));
  await office.sync();
  lab.network.isOn = false;
  await renameTemplate(lab.ctx, { orderId: id, name: 'Cycles' });
  await renameTemplate(office.ctx, { orderId: id, name: 'Life' });
  await office.sync();
  lab.network.isOn = true;
  await lab.sync();
  expect(await lab.order(id)).toMatchObject({
    doc: { template: 'Life' },
    conflicts: [{ path: 'template', mine: 'Cycles', theirs: 'Life' }],
  });
});

test('a template is not placed, and an order does not become one', async () => {
  const id = await saved('Never placed');
  const draft = await copyOrder(lab.ctx, design);
  await lab.sync();
  await placeOrder(lab.ctx, { orderId: id });
  await renameTemplate(lab.ctx, { orderId: draft, name: 'From a draft' });
  await lab.sync();
  expect((await lab.waiting()).toSorted()).toEqual([
    'order.patch refused INVALID',
    'order.place refused ILLEGAL_TRANSITION',
  ]);
  const expert = await server.signIn('expert');
  const listed = await server.request(expert, 'GET', '/admin-api/po_orders/orders');
  const ids = new Set(Object(at(listed.body, 'items')).map((row: { id: string }) => row.id));
  expect([ids.has(id), ids.has(draft)]).toEqual([false, true]);
});

test('a cancelled order is ordered again offline, without its title being lost', async () => {
  const id = await placeDemoOrder(server, engineer);
  await pushEvent(server, engineer, { orderId: id, event: 'CANCEL', expectStatus: 'submitted' });
  await lab.sync();
  lab.network.isOn = false;
  const before = await lab.order(id);
  const again = await copyOrder(lab.ctx, before?.doc ?? {});
  expect(await lab.order(again)).toMatchObject({ status: 'draft', quote: null, history: [] });
  lab.network.isOn = true;
  await lab.sync();
  const order = await lab.order(again);
  expect(order?.number).not.toBe(before?.number);
  expect(order?.doc['format']).toBe(before?.doc['format']);
  expect(order?.doc['title']).toBe(before?.doc['title']);
});

test('each placing is a revision with its values and price, also from the archive of the log', async () => {
  const id = await placeDemoOrder(server, engineer);
  await pushEvent(server, engineer, { orderId: id, event: 'WITHDRAW', expectStatus: 'submitted' });
  const first = await server.request(engineer, 'GET', `/po_system/orders/${id}/load`);
  const data = { ...Object(at(first.body, 'order.data')), quantity: 30 };
  const version = at(first.body, 'order.version');
  const changed = await server.request(engineer, 'POST', '/po_system/orders/save', { id, version, data });
  const quote_hash = at(changed.body, 'order.price.quote_hash');
  const placed = await server.request(engineer, 'POST', '/po_system/orders/place', { order_id: id, quote_hash });
  expect(placed.status).toBe(202);
  await staffEvent(server, await server.signIn('expert'), [id, 'START_REVIEW', 'submitted']);

  const revisions = () => server.request(engineer, 'GET', `/po_system/orders/${id}/revisions`);
  const { body } = await revisions();
  expect(at(body, 'items')).toMatchObject([
    { data: at(first.body, 'order.data'), placed_by: lab.me.display_name },
    { data: { quantity: 30 }, price: { hash: quote_hash } },
  ]);
  await archive(id);
  expect((await revisions()).body).toEqual(body);
  expect((await server.request(engineer, 'GET', `/po_system/orders/${newId()}/revisions`)).status).toBe(404);
});

/** Moves the first events of an order into the archive. */
async function archive(orderId: string): Promise<void> {
  await sql`with gone as (
      delete from events where stream = ${`order:${orderId}`} and sseq <= 3 returning *
    ) insert into archived_events (seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at)
      select seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at from gone`.execute(server.db);
}
