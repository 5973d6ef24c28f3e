import { expect, test } from 'vitest';
import { keepReply, keptReplies, keptReply } from '../../../src/db/kept-replies.ts';
import { deviceOf } from '../../support/src/user.ts';

/** What the server replied stays readable offline, but not without end. */

test('when a device has kept too many replies, the oldest go and the newest stay', async () => {
  const { db } = deviceOf();
  for (let at = 0; at <= 300; at++) await keepReply(db, `order ${at}`, { value: at, at });
  expect(await keptReply(db, 'order 300')).toEqual({ value: 300, at: 300 });
  expect(await keptReply(db, 'order 0')).toBeUndefined();
  expect(await keptReplies(db, 'order ')).toHaveLength(150);
});

test('a reply takes the place of an earlier one, and others are found by the beginning of their names', async () => {
  const { db } = deviceOf();
  await keepReply(db, 'orders sort=due', { value: 'first', at: 1 });
  await keepReply(db, 'orders sort=due', { value: 'second', at: 3 });
  await keepReply(db, 'orders ', { value: 'other', at: 2 });
  await keepReply(db, 'order 1', { value: 'page', at: 4 });
  expect((await keptReplies(db, 'orders ')).map(({ value }) => value)).toEqual(['other', 'second']);
});
