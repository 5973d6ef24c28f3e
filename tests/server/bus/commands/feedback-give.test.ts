import { afterAll, expect, test } from 'vitest';
import { busWorld, say } from '../../../support/bus-world.ts';
import { somebody, wish } from '../../../support/people.ts';

/** Whose word a rating is. */

const { close, db, engineer, expert, messages, one, openRoom } = await busWorld();
afterAll(close);

test("a customer's rating is theirs: no expert gives one for them, or another one afterwards", async () => {
  const roomId = await openRoom(engineer, 5);
  const said = say(roomId, 'Stop the test.');
  await one(expert, said);
  const rated = (rating: 1 | -1) => wish('feedback.give', { roomId, answerId: said.cmdId, rating });
  const another = await somebody(db, 'admin');
  expect(await one(another, rated(1))).toMatchObject({ code: 'FORBIDDEN' });
  expect(await one(engineer, rated(-1))).toMatchObject({ s: 'ok' });
  expect(await one(another, rated(1))).toMatchObject({ code: 'FORBIDDEN' });
  expect((await messages(roomId)).at(-1)?.feedback).toMatchObject({ rating: -1 });
});
