import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { busWorld, change, patch, say } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

const { close, db, engineer, expert, messages, one, openRoom, room, send } = await busWorld();
afterAll(close);

test('a customer has one open expert room, whatever room id a device proposes', async () => {
  const customer = await somebody(db, 'customer');
  const first = await openRoom(customer, 5);
  const proposedId = newId();
  const results = await send(
    customer,
    wish('room.open', { roomId: proposedId, type: 5 }),
    say(proposedId, 'by its other name'),
  );
  expect(results[0]).toMatchObject({ s: 'ok', out: { canonicalRoomId: first } });
  expect(results[1]).toMatchObject({ s: 'ok' });
  expect((await messages(first)).map(({ content }) => content)).toEqual(['by its other name']);
  expect(await one(customer, say(proposedId, 'later, too'))).toMatchObject({ s: 'ok' });
  expect(await messages(first)).toHaveLength(2);
});

test('devices that open the expert room concurrently get one room', async () => {
  const customer = await somebody(db, 'customer');
  const ids = await Promise.all(Array.from({ length: 8 }, () => openRoom(customer, 5)));
  expect(new Set(ids).size).toBe(1);
});

test('a room id that another user has used is a conflict', async () => {
  const roomId = await openRoom(engineer, 1);
  const other = await somebody(db, 'customer');
  expect(await one(other, wish('room.open', { roomId, type: 1 }))).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
});

test('other users cannot find a room, and experts cannot find one with the assistant', async () => {
  const stranger = await somebody(db, 'stranger');
  const roomId = await openRoom(engineer, 7, { resultName: 'hidden' });
  const assistantRoom = await openRoom(engineer, 1);
  const notFound = { s: 'rejected', code: 'NOT_FOUND' };
  expect(await send(stranger, say(roomId, 'x'), wish('read.mark', { roomId, upTo: 1 }))).toMatchObject([
    notFound,
    notFound,
  ]);
  expect(await one(expert, say(assistantRoom, 'x'))).toMatchObject(notFound);
  expect(await one(expert, say(roomId, 'x'))).toMatchObject({ s: 'ok' });
});

test('a room of a kind that the plan does not include cannot be opened', async () => {
  const freeTrial = await somebody(db, 'freeTrial');
  const stranger = await somebody(db, 'stranger');
  const customer = await somebody(db, 'customer');
  const refused = { s: 'rejected', code: 'FORBIDDEN' };
  expect(await one(freeTrial, wish('room.open', { roomId: newId(), type: 1 }))).toMatchObject(refused);
  expect(await one(stranger, wish('room.open', { roomId: newId(), type: 5 }))).toMatchObject(refused);
  expect(await one(customer, wish('room.open', { roomId: newId(), type: 7, resultName: 'x' }))).toMatchObject(refused);
});

test('after the plan has ended, new messages in a room are refused', async () => {
  const customer = await somebody(db, 'customer');
  const roomId = await openRoom(customer, 5);
  await sql`update users set sub_status = 'cancelled' where id = ${customer.id}`.execute(db);
  expect(await one(customer, say(roomId, 'x'))).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
});

test('an order has one room, which its owner and staff may open', async () => {
  const orderId = newId();
  await one(engineer, patch(orderId, change('quantity', 5, null)));
  const [byExpert, byOwner] = [await openRoom(expert, 6, { orderId }), await openRoom(engineer, 6, { orderId })];
  expect(byOwner).toBe(byExpert);
  expect(await room(byOwner)).toMatchObject({ customerId: engineer.id, orderId });
  const colleague = await somebody(db, 'colleague');
  expect(await one(colleague, wish('room.open', { roomId: newId(), type: 6, orderId }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});
