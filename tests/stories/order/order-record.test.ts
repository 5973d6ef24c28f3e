import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRecord, recordedDevice, type WholePart } from '#domain/order/life/record.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { archiveOldEvents } from '../../../server/spine/log/archive.ts';
import { forgetUser } from '../../../server/account/store/forget-user.ts';
import { Device } from '../../support/devices/device.ts';
import { placeOrder, reviewedOrder, storedOrder } from '../../support/orders/reviewing.ts';
import { type SignedIn, provideServer } from '../../support/servers/server.ts';
import { newDevice, newId } from '../../support/users.ts';

/** The record of an order: who wrote what, when and where, in a file that shows whether it is whole. */

const server = await provideServer();
const customer = await server.signIn('engineer');
const expert = await server.signIn('expert');

async function recordFor(who: SignedIn, id: string): Promise<WholePart[]> {
  const { status, text, headers } = await server.request(who, 'GET', `/po_system/orders/${id}/record`);
  expect([status, headers['content-disposition']]).toEqual([200, expect.stringMatching(/PO-\d+-\d+-record\.jsonl/)]);
  const parts = readRecord(text);
  if (!Array.isArray(parts)) throw new Error(`line ${parts.line}: ${parts.code}`);
  return parts;
}

const linesFor = async (who: SignedIn, id: string) => (await recordFor(who, id))[0]?.lines ?? [];

test('the record has every event of my order: who decided it, from where, and when it was written and stored', async () => {
  const id = await reviewedOrder(server, [customer, expert]);
  const phone = await Device.open(server, customer);
  await phone.look();
  phone.network.isOn = false;
  // The time of writing is that of the command's id, which in this process may be ahead of the clock.
  const cmdId = newId();
  await transitionOrder(
    { ...phone.ctx, newId: () => cmdId },
    { orderId: id, event: 'DECLINE', reason: 'Too late for us' },
  );
  phone.network.isOn = true;
  await phone.sync();
  phone.close();

  const lines = await linesFor(customer, id);
  const { history, sseq } = await storedOrder(server, id);
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: sseq }, (_, i) => i + 1));
  const moves = lines.filter(({ event }) => event === 'order.status_changed');
  expect(moves.map(({ data, by }) => [by, Object(data).entry.event])).toEqual([
    [customer.user.id, 'PLACE'],
    [expert.user.id, 'START_REVIEW'],
    [expert.user.id, 'APPROVE'],
    [customer.user.id, 'DECLINE'],
  ]);
  const declined = moves.at(-1);
  expect(declined).toMatchObject({ data: { entry: { from: 'reviewed', to: 'cancelled', reason: 'Too late for us' } } });
  const writtenMs = parseInt(cmdId.replaceAll('-', '').slice(0, 12), 16);
  expect(declined?.written).toBe(new Date(writtenMs).toISOString());
  expect(declined?.received).toMatch(/^\d{4}-.*Z$/);
  expect(declined?.device).toMatch(/^[0-9a-f]{12}$/);
  expect(Object(declined?.data).entry.at).toBe(history.at(-1)?.at);
});

test('commands of one device name the same device in the record, and its own id stays secret', async () => {
  const device = newDevice();
  const save = (body: object) =>
    server.request(customer, 'POST', '/po_system/orders/save', body, { 'x-device-id': device });
  const id = newId();
  await save({ client_order_id: id, data: { service: 'testing' } });
  await save({ id, version: 2, data: { service: 'testing', quantity: 4 } });
  await server.request(customer, 'POST', '/po_system/orders/delete', { order_id: id });
  const lines = await linesFor(customer, id);
  expect(lines.map((line) => line.device === recordedDevice(device))).toEqual([true, true, true, false]);
  expect(JSON.stringify(lines)).not.toContain(device);
});

test('what staff write among themselves is in the record of staff, and in no other', async () => {
  const id = await placeOrder(server, customer);
  const text = 'Knows the format well';
  await server.request(expert, 'POST', `/admin-api/po_orders/orders/${id}/notes`, { text });
  const colleague = await server.signIn('colleague');
  const [own, theirs, staff] = [
    await recordFor(customer, id),
    await recordFor(colleague, id),
    await recordFor(expert, id),
  ];
  expect([own.length, theirs.length]).toEqual([1, 1]);
  expect(staff[0]).toEqual(own[0]);
  expect(staff[1]?.lines).toMatchObject([{ event: 'staff.note', by: expert.user.id, data: { text } }]);
  expect(JSON.stringify([own, theirs])).not.toContain(text);
});

test('the record stays the same when the events are archived, and keeps no device of a deleted account', async () => {
  const leaving = await server.signIn('engineer');
  const id = await placeOrder(server, leaving);
  const before = await linesFor(expert, id);
  await sql`update events set created_at = created_at - interval '200 days'
    where xid < (select max(xid) from events)`.execute(server.db);
  const aged = await linesFor(expert, id);
  expect(await archiveOldEvents(server.db)).toBeGreaterThan(0);
  expect(await linesFor(expert, id)).toEqual(aged);
  expect(aged.map(({ data }) => data)).toEqual(before.map(({ data }) => data));
  await server.db.transaction().execute((tx) => forgetUser(tx, leaving.user.id));
  expect(new Set((await linesFor(expert, id)).map(({ device }) => device))).toEqual(new Set([null]));
});
