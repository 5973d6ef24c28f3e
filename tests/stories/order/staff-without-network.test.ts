import { afterEach, expect, test } from 'vitest';
import { assignExpert, reassignExpert } from '../../../src/order/staff/calls/order-assign.ts';
import { writeNote } from '../../../src/order/staff/calls/order-note.ts';
import { retakeStep, type OrderStep, takeStep } from '../../../src/order/staff/calls/order-step.ts';
import { openStaffCommands } from '../../../src/order/staff/views/staff-commands.ts';
import { Device } from '../../support/devices/device.ts';
import { placeOrder, pushEvent, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/** What staff do with orders while they have no network, by the client's code and the real routes. */

let device: Device;

const server = await provideServer();
const [expert, admin, customer] = [
  await server.signIn('expert'),
  await server.signIn('admin'),
  await server.signIn('engineer'),
];
afterEach(() => device?.close());

/** Places an order that a new device of the expert has pulled. */
async function pulledOrder(): Promise<string> {
  const id = await placeOrder(server, customer);
  device = await Device.open(server, expert);
  await device.look();
  return id;
}

/** Takes a step for the order as the device shows it. */
async function take(id: string, step: OrderStep): Promise<void> {
  const order = await device.order(id);
  if (order === undefined) throw new Error('the device does not have the order');
  await takeStep(device.ctx, order, step);
}

async function deskOf(id: string) {
  const { body } = await server.request(admin, 'GET', `/admin-api/po_orders/orders/${id}`);
  return { expert: at(body, 'expert'), texts: (at(body, 'entries') as { text: string }[]).map(({ text }) => text) };
}

test('a step taken offline waits beside the old status, and takes effect once with its note', async () => {
  const id = await pulledOrder();
  await take(id, { event: 'START_REVIEW', note: 'Ask for the data sheet' });
  expect(await device.order(id)).toMatchObject({ status: 'submitted', pendingTransition: 'START_REVIEW' });
  expect(await device.waiting()).toEqual(['order.transition queued']);
  // The reply is lost: the command is sent again.
  device.network.loseReplies(/push/);
  await device.send();
  device.pass(60_000);
  await device.sync();
  expect(await device.order(id)).toMatchObject({ status: 'reviewing', pendingTransition: null });
  expect(await device.waiting()).toEqual([]);
  const { history } = await storedOrder(server, id);
  expect(history.filter(({ event }) => event === 'START_REVIEW')).toHaveLength(1);
  expect(await deskOf(id)).toMatchObject({ expert: { id: expert.user.id } });
  expect((await deskOf(id)).texts.filter((text) => text !== '')).toEqual(['Ask for the data sheet']);
});

test('a second step of the same order is not taken while one waits', async () => {
  const id = await pulledOrder();
  await take(id, { event: 'START_REVIEW' });
  await expect(take(id, { event: 'CANCEL', reason: 'Placed twice' })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  expect(await device.waiting()).toEqual(['order.transition queued']);
});

test('an overtaken step is refused with what has changed, and taken again for the order as it is now', async () => {
  const id = await pulledOrder();
  await take(id, { event: 'CANCEL', reason: 'Placed twice' });
  await staffEvent(server, admin, [id, 'START_REVIEW', 'submitted']);
  await device.sync();
  expect(await device.waiting()).toEqual(['order.transition refused STALE']);
  const [refused] = (await openStaffCommands(device.db)).get(id) ?? [];
  const now = await device.order(id);
  if (refused === undefined || now === undefined) throw new Error('nothing was refused');
  expect(refused.reason?.details).toMatchObject({ from: 'reviewing', version: now.sseq });
  expect(now.history.filter(({ sseq }) => sseq > (refused.entry.before?.sseq ?? 0))).toHaveLength(1);
  await retakeStep(device.ctx, refused.entry.cmdId, now, { event: 'CANCEL', reason: 'Placed twice' });
  await device.sync();
  expect(await storedOrder(server, id)).toMatchObject({ status: 'cancelled' });
  expect(await device.waiting()).toEqual([]);
});

test('a step is refused although the status is the same again: the customer has placed the order anew', async () => {
  const id = await pulledOrder();
  await take(id, { event: 'START_REVIEW' });
  await pushEvent(server, customer, { orderId: id, event: 'WITHDRAW', expectStatus: 'submitted' });
  const { body } = await server.request(customer, 'POST', '/po_system/calculate', { order_id: id });
  const again = { order_id: id, quote_hash: at(body, 'quote_hash') };
  expect((await server.request(customer, 'POST', '/po_system/orders/place', again)).status).toBe(202);
  await device.sync();
  expect(await device.waiting()).toEqual(['order.transition refused STALE']);
  expect(await storedOrder(server, id)).toMatchObject({ status: 'submitted' });
});

test('an approval taken offline makes its price binding, and one whose last day has passed is refused', async () => {
  const id = await pulledOrder();
  await take(id, { event: 'START_REVIEW' });
  await device.sync();
  await take(id, { event: 'APPROVE', validUntil: new Date(Date.now() - 1000).toISOString() });
  await device.sync();
  const [refused] = (await openStaffCommands(device.db)).get(id) ?? [];
  const now = await device.order(id);
  if (refused === undefined || now === undefined) throw new Error('nothing was refused');
  expect(refused.reason).toMatchObject({ code: 'INVALID' });
  const overrides = [{ code: 'report', amount: 0, reason: 'The first one is free.' }];
  await retakeStep(device.ctx, refused.entry.cmdId, now, { event: 'APPROVE', overrides });
  await device.sync();
  expect(await device.order(id)).toMatchObject({ status: 'reviewed', quote: { validUntil: expect.any(String) } });
});

test('a note written offline reaches staff once, and no customer', async () => {
  const id = await pulledOrder();
  await writeNote(device.ctx, { orderId: id, text: ' Cells are scratched ' }, { key: 'note', change: () => undefined });
  expect(await device.waiting()).toEqual(['order.note queued']);
  await device.sync();
  await device.sync();
  expect(await device.waiting()).toEqual([]);
  expect((await deskOf(id)).texts).toEqual(['Cells are scratched']);
  const theirs = await Device.open(server, customer);
  await theirs.look();
  expect(JSON.stringify(await theirs.order(id))).not.toContain('scratched');
  theirs.close();
});

test('customers can neither write notes for staff nor put anybody in charge', async () => {
  const id = await pulledOrder();
  const theirs = await Device.open(server, customer);
  await theirs.look();
  await writeNote(theirs.ctx, { orderId: id, text: 'Hello' }, { key: 'note', change: () => undefined });
  await theirs.send();
  expect(await theirs.waiting()).toEqual(['order.note refused FORBIDDEN']);
  theirs.close();
  const asked = { orderId: id, event: 'WITHDRAW', expectStatus: 'submitted', note: 'Hello' };
  expect(await pushEvent(server, customer, asked)).toMatchObject({ s: 'rejected', code: 'INVALID' });
  expect((await deskOf(id)).texts).toEqual([]);
});

test('who is in charge is changed offline, unless a colleague has changed it meanwhile', async () => {
  const id = await pulledOrder();
  await assignExpert(device.ctx, { orderId: id, expertId: expert.user.id, expectId: null });
  await device.sync();
  expect(await deskOf(id)).toMatchObject({ expert: { id: expert.user.id } });

  await assignExpert(device.ctx, { orderId: id, expertId: null, expectId: expert.user.id });
  const path = `/admin-api/po_orders/orders/${id}/expert`;
  await server.request(admin, 'POST', path, { expert_id: admin.user.id, reason: 'On leave' });
  await device.sync();
  expect(await device.waiting()).toEqual(['order.assign refused STALE']);
  const [refused] = (await openStaffCommands(device.db)).get(id) ?? [];
  const again = { orderId: id, expertId: expert.user.id, expectId: admin.user.id, reason: 'I am back' };
  await reassignExpert(device.ctx, refused?.entry.cmdId ?? '', again);
  await device.sync();
  expect(await deskOf(id)).toMatchObject({ expert: { id: expert.user.id }, texts: ['I am back', 'On leave', ''] });
});

test('nobody but active staff is put in charge', async () => {
  const id = await pulledOrder();
  await assignExpert(device.ctx, { orderId: id, expertId: customer.user.id, expectId: null });
  await device.sync();
  expect(await device.waiting()).toEqual(['order.assign refused INVALID']);
});

test('one step for many orders is one command for each: those overtaken are refused, the others take effect', async () => {
  const ids = [await placeOrder(server, customer), await placeOrder(server, customer), await pulledOrder()];
  await Promise.all(ids.map((id) => take(id, { event: 'START_REVIEW', note: 'Together' })));
  const overtaken = ids[1] ?? '';
  await staffEvent(server, admin, [overtaken, 'CANCEL', 'submitted'], { reason: 'Wrong address' });
  await device.sync();
  const statuses = await Promise.all(ids.map(async (id) => (await device.order(id))?.status));
  expect(statuses).toEqual(['reviewing', 'cancelled', 'reviewing']);
  expect(await device.waiting()).toEqual(['order.transition refused STALE']);
});
