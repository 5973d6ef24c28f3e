import { expect, test } from 'vitest';
import { rowsOf } from '../../../../src/chat/messages/grouping.ts';
import type { MessageView } from '../../../../src/chat/views/view-types.ts';

const erin = { id: 'erin', name: 'Erin', kind: 'user' } as const;
const xenia = { id: 'xenia', name: 'Xenia', kind: 'expert' } as const;

function message(
  sseq: number,
  author: MessageView['author'],
  createdAt: string,
  more: Partial<MessageView> = {},
): MessageView {
  return {
    id: `m${sseq}`,
    roomId: 'r',
    sseq,
    content: `text ${sseq}`,
    senderType: author.kind === 'user' ? 'USER' : 'SUPPORT',
    author,
    files: [],
    replyTo: null,
    createdAt,
    pending: false,
    delivery: null,
    reason: null,
    ...more,
  };
}

function shape(messages: MessageView[], readUpTo?: number): string[] {
  return rowsOf(messages, { me: 'erin', readUpTo }).map((row) =>
    row.kind === 'group'
      ? `${row.mine ? 'me' : row.author.id}:${row.messages.map(({ sseq }) => sseq).join(',')}`
      : row.kind,
  );
}

test('messages of one author in one minute stand together', () => {
  const rows = shape([
    message(1, erin, '2026-11-21T10:00:05.000Z'),
    message(2, erin, '2026-11-21T10:00:50.000Z'),
    message(3, erin, '2026-11-21T10:01:01.000Z'),
    message(4, xenia, '2026-11-21T10:01:20.000Z'),
  ]);
  expect(rows).toEqual(['day', 'me:1,2', 'me:3', 'xenia:4']);
});

test('each day begins with its line', () => {
  const rows = shape([
    message(1, erin, '2026-11-19T12:00:00.000Z'),
    message(2, xenia, '2026-11-21T12:00:00.000Z'),
    message(3, erin, '2026-11-21T12:05:00.000Z'),
  ]);
  expect(rows).toEqual(['day', 'me:1', 'day', 'xenia:2', 'me:3']);
});

test('the "new" line is before the first unread message of others, and splits a minute', () => {
  const at = '2026-11-21T12:00:00.000Z';
  expect(shape([message(1, xenia, at), message(2, xenia, at), message(3, xenia, at)], 1)).toEqual([
    'day',
    'xenia:1',
    'new',
    'xenia:2,3',
  ]);
});

test('my own messages are never new to me, and a read room has no line', () => {
  const at = '2026-11-21T12:00:00.000Z';
  expect(shape([message(1, xenia, at), message(2, erin, at)], 1)).toEqual(['day', 'xenia:1', 'me:2']);
});

test('an answer saved on this device follows its question', () => {
  const at = '2026-11-21T12:00:00.000Z';
  const answer = {
    questionId: 'm1',
    status: 'done',
    mode: 'kb',
    confidence: 1,
    sources: [],
    suggestions: [],
    handoff: { offered: false, allowed: true },
  } as const;
  const question = message(1, erin, at, {
    savedAnswer: { content: 'It is.', answer: { ...answer, sources: [], suggestions: [] } },
  });
  expect(shape([question, message(2, erin, at)])).toEqual(['day', 'me:1', 'saved', 'me:2']);
});
