import { expect, test } from 'vitest';
import { askQuestion } from '../../../../src/assistant/calls/question-ask.ts';
import { requestHandoff } from '../../../../src/assistant/calls/handoff-request.ts';
import { waitingOf } from '../../../../src/db/unsent-commands.ts';
import { linesOf } from '../../../../src/shell/waiting/command-text.ts';
import { deviceOf } from '../../../support/src/user.ts';

const t = ((key: string) => key) as unknown as Parameters<typeof linesOf>[1];

test('a question to an expert that waits shows its text and the note', async () => {
  const { db, ctx } = deviceOf();
  const { roomId, cmdId } = await askQuestion(ctx, { text: 'Who repairs my glove box?', chatType: 1 });
  await requestHandoff(ctx, { roomId, questionId: cmdId, note: 'I replaced the gloves.\nIt still leaks.' });
  const item = (await waitingOf(db)).find(({ type }) => type === 'handoff.request')!;
  expect(item.detail).toBe('Who repairs my glove box?');
  expect(linesOf({ item, order: undefined }, t)).toEqual([
    'Who repairs my glove box?',
    'I replaced the gloves.',
    'It still leaks.',
  ]);
});
