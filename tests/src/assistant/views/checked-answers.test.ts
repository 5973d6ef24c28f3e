import { expect, test } from 'vitest';
import type { Answer } from '#domain/chat/chat.ts';
import { markRead } from '../../../../src/chat/calls/read-mark.ts';
import { unreadCheckedAnswers } from '../../../../src/assistant/views/checked-answers.ts';
import { roomsOf } from '../../../../src/chat/views/room-views.ts';
import { foldMessages } from '../../../../src/db/message-records.ts';
import { deviceOf, messageIn, roomOfMe } from '../../../support/src/user.ts';

const checked: Answer = {
  questionId: 'asked',
  status: 'suggest',
  mode: 'kb',
  confidence: 1,
  sources: [],
  suggestions: [{ qnaId: 'q', question: 'How many parrots?' }],
  handoff: { offered: true, allowed: false },
  sentence: 'checkedAnswer',
};

test('a checked answer to an earlier question is found until its message is read, also offline', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { type: 2, sseq: 300, unread: { user: [2, 299, 300], support: [] } });
  const others = roomOfMe(me, { type: 1, customerId: 'somebody else', sseq: 2, unread: { user: [2], support: [2] } });
  await db.rooms.bulkPut([room, others]);
  const informed = messageIn(room, { sseq: 299, replyTo: 'asked', answer: checked });
  const { sentence: _, ...plain } = checked;
  await db.transaction('rw', db.messages, () =>
    foldMessages(db, [
      messageIn(room, { sseq: 1, answer: checked }),
      messageIn(room, { sseq: 2, answer: plain }),
      informed,
      messageIn(room, { sseq: 300 }),
      messageIn(others, { sseq: 2, answer: checked }),
    ]),
  );
  expect(await unreadCheckedAnswers(db, me, await roomsOf(db, me))).toEqual([
    { roomId: room.id, type: 2, message: informed },
  ]);
  await markRead(ctx, { roomId: room.id, upTo: 300 });
  expect(await unreadCheckedAnswers(db, me, await roomsOf(db, me))).toEqual([]);
});
