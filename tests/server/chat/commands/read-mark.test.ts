import { afterAll, expect, test } from 'vitest';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { wish } from '../../../support/users.ts';

const { close, countEvents, engineer, expert, one, openRoom, room, send } = await busWorld();
afterAll(close);

test('a read mark only moves forward, not beyond the last message, and only on the reader’s side', async () => {
  const roomId = await openRoom(engineer, 7, { resultName: 'reading' });
  await send(expert, say(roomId, 'a'), say(roomId, 'b'), say(roomId, 'c'));
  expect((await room(roomId)).unread).toEqual({ user: [2, 3, 4], support: [] });
  await one(engineer, wish('read.mark', { roomId, upTo: 3 }));
  await one(engineer, wish('read.mark', { roomId, upTo: 2 }));
  expect((await room(roomId)).marks).toEqual({ user: 3, support: 0 });
  expect(await one(engineer, wish('read.mark', { roomId, upTo: 99 }))).toMatchObject({ s: 'ok', out: { upTo: 4 } });
  expect((await room(roomId)).unread).toEqual({ user: [], support: [] });
  const count = await countEvents(`room:${roomId}`);
  expect(await one(engineer, wish('read.mark', { roomId, upTo: 4 }))).toMatchObject({ s: 'ok', pos: { seq: 0 } });
  expect(await countEvents(`room:${roomId}`)).toBe(count);
});
