import { expect, test } from 'vitest';
import type { Answer } from '#domain/chat/chat.ts';
import { askQuestion } from '../../../../src/assistant/calls/question-ask.ts';
import { foldMessages } from '../../../../src/db/message-records.ts';
import { questionsBefore } from '../../../../src/assistant/views/questions-before.ts';
import { deviceOf, messageIn, roomOfMe } from '../../../support/src/user.ts';

const found: Omit<Answer, 'questionId'> = {
  status: 'done',
  mode: 'kb',
  confidence: 0.9,
  sources: [{ n: 1, qnaId: '25', question: 'Which window?', urls: [], category: 'cells', score: 0.9 }],
  suggestions: [],
  handoff: { offered: true, allowed: true },
};

test('a question asked offline may refer to the answered ones, and to those that wait before it', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { type: 1, name: 'General' });
  await db.rooms.put(room);
  const question = messageIn(room, {
    sseq: 126,
    content: 'Voltage window of NMC622?',
    author: { id: me.id, name: 'Mina', kind: 'user' },
  });
  const answer = messageIn(room, {
    sseq: 129,
    content: '3.0 to 4.2 V',
    author: { id: 'assistant', name: 'VFP', kind: 'assistant' },
    answer: { ...found, questionId: question.id },
  });
  await db.transaction('rw', db.messages, () => foldMessages(db, [question, answer]));
  const ask = (text: string) => askQuestion(ctx, { text, chatType: 1, roomId: room.id, opens: false });
  await ask('and for LFP?');
  const { cmdId } = await ask('and at 45 °C?');
  await ask('a later one');
  expect(await questionsBefore(db, room.id, cmdId)).toEqual([
    { text: 'Voltage window of NMC622?', category: 'cells' },
    { text: 'and for LFP?', category: '' },
  ]);
});

test('a deleted question is nothing to refer to', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { type: 1, name: 'General' });
  await db.rooms.put(room);
  const gone = messageIn(room, {
    sseq: 2,
    content: '',
    author: { id: me.id, name: 'Mina', kind: 'user' },
    redacted: true,
  });
  const answer = messageIn(room, {
    sseq: 3,
    content: '3.0 to 4.2 V',
    author: { id: 'assistant', name: 'VFP', kind: 'assistant' },
    answer: { ...found, questionId: gone.id },
  });
  await db.transaction('rw', db.messages, () => foldMessages(db, [gone, answer]));
  const { cmdId } = await askQuestion(ctx, { text: 'and for LFP?', chatType: 1, roomId: room.id, opens: false });
  expect(await questionsBefore(db, room.id, cmdId)).toEqual([]);
});

test('of a question that was asked again only the newest version counts, and none when it is asked again now', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { type: 1, name: 'General' });
  await db.rooms.put(room);
  const author = { id: me.id, name: 'Mina', kind: 'user' } as const;
  const asked = (sseq: number, content: string, more: object = {}) =>
    messageIn(room, { sseq, content, author, ...more });
  const answered = (sseq: number, questionId: string) =>
    messageIn(room, {
      sseq,
      author: { id: 'assistant', name: 'VFP', kind: 'assistant' },
      answer: { ...found, questionId },
    });
  const first = asked(2, 'Window of NMC622?');
  const version = asked(6, 'Window of NMC811?', { branchOf: first.id });
  const rows = [first, answered(3, first.id), version, answered(7, version.id)];
  await db.transaction('rw', db.messages, () => foldMessages(db, rows));
  const ask = (text: string, branchOf?: string) => {
    const again = branchOf === undefined ? {} : { again: { branchOf, files: [] } };
    return askQuestion(ctx, { text, chatType: 1, roomId: room.id, opens: false, ...again });
  };
  const before = async ({ cmdId }: { cmdId: string }) =>
    (await questionsBefore(db, room.id, cmdId)).map(({ text }) => text);
  expect(await before(await ask('and for LFP?'))).toEqual(['Window of NMC811?']);
  const third = await ask('Window of LCO?', first.id);
  expect(await before(third)).toEqual(['and for LFP?']);
  expect(await before(await ask('and at 45 °C?'))).toEqual(['and for LFP?', 'Window of LCO?']);
});
