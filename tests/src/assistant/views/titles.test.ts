import { expect, test } from 'vitest';
import { askQuestion } from '../../../../src/assistant/calls/question-ask.ts';
import { foldMessages } from '../../../../src/db/message-records.ts';
import { titlesOf } from '../../../../src/assistant/views/titles.ts';
import { deviceOf, messageIn, roomOfMe } from '../../../support/src/user.ts';

test('past conversations are called by the first words of their first question, not all the same', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { type: 1, name: 'General' });
  await db.rooms.put(room);
  const asked = (sseq: number, content: string) =>
    messageIn(room, { sseq, content, author: { id: me.id, name: 'Mina', kind: 'user' } });
  const first = 'Why does the anode overhang the cathode in\nnearly every cell that is built anywhere?';
  await db.transaction('rw', db.messages, () =>
    foldMessages(db, [asked(2, first), asked(4, 'And on the other side?'), asked(900, 'much later')]),
  );
  expect(await titlesOf(db, [room.id])).toEqual(
    new Map([[room.id, 'Why does the anode overhang the cathode in nearly every cell …']]),
  );
});

test('a question that waits gives its conversation the name already, and a deleted one gives none', async () => {
  const { db, me, ctx } = deviceOf();
  const { roomId } = await askQuestion(ctx, { text: '리튬 도금은 왜 생기나요?', chatType: 1 });
  const room = roomOfMe(me, { type: 1, name: 'General' });
  await db.rooms.put(room);
  const gone = messageIn(room, {
    sseq: 2,
    content: '',
    author: { id: me.id, name: 'Mina', kind: 'user' },
    redacted: true,
  });
  await db.transaction('rw', db.messages, () => foldMessages(db, [gone]));
  expect(await titlesOf(db, [roomId, room.id])).toEqual(
    new Map([
      [roomId, '리튬 도금은 왜 생기나요?'],
      [room.id, undefined],
    ]),
  );
});
