import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { canonicalJson } from '#domain/ground/json.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

/** Each command takes effect exactly once. */

const { close, countEvents, db, engineer, expert, messages, one, openRoom, send } = await busWorld();
afterAll(close);

test('the same message sent 50 times in parallel is one message, and every request gets the same receipt', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'fifty' });
  const command = say(roomId, 'hello');
  const results = await Promise.all(Array.from({ length: 50 }, () => one(engineer, command)));
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
  expect(results.filter((result) => result.s === 'duplicate')).toHaveLength(49);
  const receipts = new Set(results.map((result) => canonicalJson({ ...result, s: '' })));
  expect(receipts.size).toBe(1);
  expect(await messages(roomId)).toHaveLength(1);
  expect(await countEvents(`room:${roomId}`)).toBe(2);
});

test('11 a command id used again with other content is refused, and the first message stays', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'other words' });
  const command = say(roomId, 'first');
  await one(engineer, command);
  const again = await one(engineer, { ...command, args: { roomId, content: 'second', files: [] } });
  expect(again).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
  expect((await messages(roomId)).map(({ content }) => content)).toEqual(['first']);
});

test('of concurrent commands with one id and different content, one is applied', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'race of words' });
  const other = await openRoom(engineer, 7, { resultName: 'race of words 2' });
  const cmdId = newId();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, i) => one(engineer, { ...say(i % 2 === 0 ? roomId : other, 'x'), cmdId })),
  );
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
  expect([...(await messages(roomId)), ...(await messages(other))]).toHaveLength(1);
});

test('another user can neither use a command id nor learn what it was used for', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'not yours' });
  const command = say(roomId, 'secret');
  await one(engineer, command);
  const result = await one(expert, command);
  expect(result).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
  expect(JSON.stringify(result)).not.toContain('secret');
});

test('20 a message sent again after its idempotency key was deleted is not duplicated', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'forgotten key' });
  const command = say(roomId, 'long ago');
  await one(engineer, command);
  await sql`delete from idempotency where key = ${command.cmdId}`.execute(db);
  expect(await one(engineer, command)).toMatchObject({ s: 'ok', pos: { seq: 0 } });
  expect(await messages(roomId)).toHaveLength(1);
});

test('a refused command stays refused when it is repeated, even if it would be accepted now', async () => {
  const customer = await somebody(db, 'stranger');
  const command = wish('room.open', { roomId: newId(), type: 5 });
  expect(await one(customer, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
  await sql`update users set plan_name = 'premium', sub_status = 'active' where id = ${customer.id}`.execute(db);
  expect(await one(customer, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
  expect(await one(customer, { ...command, cmdId: newId() })).toMatchObject({ s: 'ok' });
});

test('a command sent twice in one frame is applied once', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'twice in a frame' });
  const command = say(roomId, 'once');
  const results = await send(engineer, command, command);
  expect(results.map((result) => result.s)).toEqual(['ok', 'duplicate']);
  expect(await messages(roomId)).toHaveLength(1);
});
