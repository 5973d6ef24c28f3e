import { expect, test } from 'vitest';
import { giveFeedback } from '../../../../src/assistant/calls/feedback-give.ts';
import { askFirst, refuse } from '../../../../src/db/refused.ts';
import { pendingIn, readPending } from '../../../../src/db/pending.ts';
import { foldMessages } from '../../../../src/db/message-records.ts';
import { waitingCount } from '../../../../src/db/unsent-commands.ts';
import { messagesOf } from '../../../../src/chat/views/message-views.ts';
import { deviceOf, messageIn, roomOfMe } from '../../../support/src/user.ts';

/** A device with an answer that its user rated several times, in this order; each rating was refused. */
async function refusedDevice(words: { rating: 1 | -1; comment?: string }[], code = 'NOT_FOUND') {
  const { ctx, db, me } = deviceOf();
  const room = roomOfMe(me, { type: 1 });
  const answer = messageIn(room, { content: 'The anode overhangs the cathode.' });
  await db.rooms.put(room);
  const about = { roomId: room.id, answerId: answer.id };
  await db.transaction('rw', db.messages, () => foldMessages(db, [answer]));
  for (const word of words) await giveFeedback(ctx, { ...about, ...word });
  await db.transaction('rw', [db.outbox, db.progress, db.acks, db.attention], async () => {
    const pending = await pendingIn(db);
    const rows = pending.entries.map((entry) => ({ cmdId: entry.cmdId, entry, code, message: 'no', at: 0 }));
    await refuse(db, pending, rows);
  });
  const shown = async () => (await messagesOf(db, me, room.id, 50)).messages[0];
  return { ctx, db, about, shown };
}

test('a refused feedback is shown at its answer with its choice, and replaces itself when sent again', async () => {
  const words = [{ rating: -1 as const }, { rating: -1 as const, comment: 'Too short' }];
  const { ctx, db, about, shown } = await refusedDevice(words);
  const before = await shown();
  expect(before).toMatchObject({ rating: -1, refusedFeedback: { rating: -1, comment: 'Too short' } });
  expect(before?.refusedFeedback?.cmdIds).toHaveLength(2);

  await giveFeedback(ctx, { ...about, rating: 1, comment: 'On second thought' }, before?.refusedFeedback?.cmdIds);
  const { entries } = await readPending(db);
  expect(entries.map(({ type, args }) => [type, args])).toEqual([
    ['feedback.give', { ...about, rating: 1, comment: 'On second thought' }],
  ]);
  expect(before?.refusedFeedback?.cmdIds).not.toContain(entries[0]?.cmdId);
  expect(await waitingCount(db)).toEqual({ waiting: 1, needYou: 0 });
  const after = await shown();
  expect([after?.rating, after?.refusedFeedback]).toEqual([1, undefined]);
});

test('a feedback discarded in the meantime is given again', async () => {
  const { ctx, db, about, shown } = await refusedDevice([{ rating: 1 }]);
  const known = (await shown())?.refusedFeedback?.cmdIds;
  await db.attention.clear();
  await giveFeedback(ctx, { ...about, rating: 1 }, known);
  expect(await waitingCount(db)).toEqual({ waiting: 1, needYou: 0 });
});

test('a feedback that has waited so long that its owner is asked first is not refused', async () => {
  const { shown } = await refusedDevice([{ rating: 1 }], askFirst);
  expect((await shown())?.refusedFeedback).toBeUndefined();
});
