import { expect, test } from 'vitest';
import type { Answer, Message } from '#domain/chat/chat.ts';
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

/** A conversation with the assistant on a device. */
async function conversation() {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { type: 1, name: 'General' });
  await db.rooms.put(room);
  const author = { id: me.id, name: 'Mina', kind: 'user' } as const;
  return {
    asked: (sseq: number, content: string, more: object = {}) => messageIn(room, { sseq, content, author, ...more }),
    answered: (sseq: number, questionId: string) =>
      messageIn(room, {
        sseq,
        author: { id: 'assistant', name: 'VFP', kind: 'assistant' },
        answer: { ...found, questionId },
      }),
    has: (...rows: Message[]) => db.transaction('rw', db.messages, () => foldMessages(db, rows)),
    ask: (text: string, branchOf?: string) => {
      const again = branchOf === undefined ? {} : { again: { branchOf, files: [] } };
      return askQuestion(ctx, { text, chatType: 1, roomId: room.id, opens: false, ...again });
    },
    before: ({ cmdId }: { cmdId: string }) => questionsBefore(db, room.id, cmdId),
  };
}

test('a question asked offline may refer to the answered ones, and to those that wait before it', async () => {
  const { asked, answered, has, ask, before } = await conversation();
  const question = asked(126, 'Voltage window of NMC622?');
  await has(question, answered(129, question.id));
  await ask('and for LFP?');
  const now = await ask('and at 45 °C?');
  await ask('a later one');
  expect(await before(now)).toEqual([
    { text: 'Voltage window of NMC622?', category: 'cells' },
    { text: 'and for LFP?', category: '' },
  ]);
});

test('a question comes with the calculation of its answer', async () => {
  const { asked, answered, has, ask, before } = await conversation();
  const question = asked(2, 'how many amps is 2C of 5 Ah?');
  const answer = answered(3, question.id);
  const calculation = { formula: 'current', values: { rate: 2, capacity: 5, current: 10 }, assumed: [] };
  await has(question, { ...answer, answer: { ...found, questionId: question.id, calculation } });
  expect(await before(await ask('and at 3C?'))).toEqual([{ text: question.content, category: 'cells', calculation }]);
});

test('a deleted question is nothing to refer to', async () => {
  const { asked, answered, has, ask, before } = await conversation();
  const gone = asked(2, '', { redacted: true });
  await has(gone, answered(3, gone.id));
  expect(await before(await ask('and for LFP?'))).toEqual([]);
});

test('of a question that was asked again only the newest version counts, and none when it is asked again now', async () => {
  const { asked, answered, has, ask, before } = await conversation();
  const first = asked(2, 'Window of NMC622?');
  const version = asked(6, 'Window of NMC811?', { branchOf: first.id });
  await has(first, answered(3, first.id), version, answered(7, version.id));
  const textsBefore = async (now: { cmdId: string }) => (await before(now)).map(({ text }) => text);
  expect(await textsBefore(await ask('and for LFP?'))).toEqual(['Window of NMC811?']);
  const third = await ask('Window of LCO?', first.id);
  expect(await textsBefore(third)).toEqual(['and for LFP?']);
  expect(await textsBefore(await ask('and at 45 °C?'))).toEqual(['and for LFP?', 'Window of LCO?']);
});
