import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { canonicalJson } from '#domain/json.ts';
import { busWorld, say } from '../support/bus-world.ts';
import { newId, somebody, wish } from '../support/people.ts';

/** Once and only once. */

const { close, countEvents, db, engineer, expert, messages, one, openRoom, send } = await busWorld();
afterAll(close);

test('the same message sent 50 times in parallel is one message, and all get the same answer', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'fifty' });
  const command = say(roomId, 'hello');
  const results = await Promise.all(Array.from({ length: 50 }, () => one(engineer, command)));
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
  expect(results.filter((result) => result.s === 'duplicate')).toHaveLength(49);
  const answers = new Set(results.map((result) => canonicalJson({ ...result, s: '' })));
  expect(answers.size).toBe(1);
  expect(await messages(roomId)).toHaveLength(1);
  expect(await countEvents(`room:${roomId}`)).toBe(2);
});

test('11 the same id with other words is refused, and the first message stays', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'other words' });
  const command = say(roomId, 'first');
  await one(engineer, command);
  const again = await one(engineer, { ...command, args: { roomId, content: 'second', files: [] } });
  expect(again).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
  expect((await messages(roomId)).map(({ content }) => content)).toEqual(['first']);
});

test('the same id with other words at the same moment: one of them happens', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'race of words' });
  const other = await openRoom(engineer, 7, { resultName: 'race of words 2' });
  const cmdId = newId();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, i) => one(engineer, { ...say(i % 2 === 0 ? roomId : other, 'x'), cmdId })),
  );
  expect(results.filter((result) => result.s === 'ok')).toHaveLength(1);
  expect([...(await messages(roomId)), ...(await messages(other))]).toHaveLength(1);
});

test('another user can neither use an id nor learn about it', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'not yours' });
  const command = say(roomId, 'secret');
  await one(engineer, command);
  const result = await one(expert, command);
  expect(result).toMatchObject({ s: 'rejected', code: 'IDEMPOTENCY_CONFLICT' });
  expect(JSON.stringify(result)).not.toContain('secret');
});

test('20 a message is not doubled after its key was forgotten', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'forgotten key' });
  const command = say(roomId, 'long ago');
  await one(engineer, command);
  await sql`delete from idempotency where key = ${command.cmdId}`.execute(db);
  expect(await one(engineer, command)).toMatchObject({ s: 'ok', pos: { seq: 0 } });
  expect(await messages(roomId)).toHaveLength(1);
});

test('a refusal is remembered: the same again gets the same answer although it would be fine now', async () => {
  const poor = await somebody(db, 'stranger');
  const command = wish('room.open', { roomId: newId(), type: 5 });
  expect(await one(poor, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
  await sql`update users set plan_name = 'premium', sub_status = 'active' where id = ${poor.id}`.execute(db);
  expect(await one(poor, command)).toMatchObject({ s: 'rejected', code: 'FORBIDDEN' });
  expect(await one(poor, { ...command, cmdId: newId() })).toMatchObject({ s: 'ok' });
});

test('the same command twice in one frame happens once', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'twice in a frame' });
  const command = say(roomId, 'once');
  const results = await send(engineer, command, command);
  expect(results.map((result) => result.s)).toEqual(['ok', 'duplicate']);
  expect(await messages(roomId)).toHaveLength(1);
});
