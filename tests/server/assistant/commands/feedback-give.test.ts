import { afterAll, expect, test } from 'vitest';
import { busWorld, say } from '../../../support/database/bus-world.ts';
import { somebody, wish } from '../../../support/users.ts';

/** Who may rate a reply. */

const { close, db, engineer, expert, messages, one, openRoom } = await busWorld();
afterAll(close);

test('only the customer may rate a reply: staff may not rate it before or after the customer', async () => {
  const roomId = await openRoom(engineer, 5);
  const reply = say(roomId, 'Stop the test.');
  await one(expert, reply);
  const rate = (rating: 1 | -1) => wish('feedback.give', { roomId, answerId: reply.cmdId, rating });
  const another = await somebody(db, 'admin');
  expect(await one(another, rate(1))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(engineer, rate(-1))).toMatchObject({ s: 'ok' });
  expect(await one(another, rate(1))).toMatchObject({ code: 'FORBIDDEN' });
  expect((await messages(roomId)).at(-1)?.feedback).toMatchObject({ rating: -1 });
});
