import { expect, test } from 'vitest';
import { awaitedIn } from '../../../../src/assistant/conversations/awaited.ts';
import type { MessageView } from '../../../../src/chat/views/view-types.ts';

function message(id: string, more: Partial<MessageView> = {}): MessageView {
  return {
    id,
    roomId: 'r',
    sseq: 1,
    content: id,
    senderType: 'USER',
    author: { id: 'me', name: 'Me', kind: 'user' },
    files: [],
    replyTo: null,
    createdAt: '2026-11-22T10:00:00.000Z',
    pending: false,
    delivery: 'sent',
    reason: null,
    ...more,
  };
}
const question = (more: Partial<MessageView> = {}) => message('q', { isQuestion: true, ...more });
const answer = message('a', {
  replyTo: 'q',
  delivery: null,
  answer: { questionId: 'q', status: 'answered' } as MessageView['answer'] & object,
});
const saved = { content: 'saved', answer: answer.answer } as MessageView['savedAnswer'] & object;

test.each([
  ['nothing', [], undefined],
  ['a message that is no question', [message('m')], undefined],
  ['a message that waits and is no question', [message('m', { pending: true, delivery: 'queued' })], undefined],
  ['a question without a network', [question({ pending: true, delivery: 'queued' })], 'kept'],
  ['one with a saved answer', [question({ pending: true, delivery: 'queued', savedAnswer: saved })], 'savedShown'],
  ['a question on its way', [question({ pending: true, delivery: 'sending', savedAnswer: saved })], 'answering'],
  ['a question that has arrived', [question()], 'answering'],
  ['one with a message after it', [question(), message('m', { pending: true, delivery: 'queued' })], 'answering'],
  ['one that is answered', [question(), answer], undefined],
  ['one that is answered, and a message', [question(), answer, message('m')], undefined],
  ['one that was refused', [question({ pending: true, delivery: 'refused' })], undefined],
  ['one that was deleted', [question({ redacted: true })], undefined],
])('under %s', (_what, messages, said) => {
  expect(awaitedIn(messages)).toBe(said);
});
