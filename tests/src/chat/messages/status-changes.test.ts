import { expect, test } from 'vitest';
import type { OrderHistoryEntry, OrderStatus } from '#domain/order/data/order.ts';
import { rowsOf } from '../../../../src/chat/messages/grouping.ts';
import { withStatusChanges } from '../../../../src/chat/messages/status-changes.ts';
import type { MessageView } from '../../../../src/chat/views/view-types.ts';

const minute = (n: number) => `2026-11-21T10:${String(n).padStart(2, '0')}:00.000Z`;

function message(at: string, pending = false): MessageView {
  return {
    id: at,
    roomId: 'r',
    sseq: 1,
    content: 'Hello',
    senderType: 'USER',
    author: { id: 'mara', name: 'Mara', kind: 'user' },
    files: [],
    replyTo: null,
    createdAt: at,
    pending,
    delivery: null,
    reason: null,
  };
}

let sseq = 0;
function change(from: OrderStatus | null, to: OrderStatus, at: string): OrderHistoryEntry {
  sseq++;
  return { from, to, event: 'E', by: 'ines', byName: 'Ines', at, reason: null, sseq };
}

const history = [
  change(null, 'draft', minute(0)),
  change('draft', 'submitted', minute(10)),
  change('submitted', 'reviewing', minute(20)),
];

const shape = (messages: MessageView[], hasOlder = false) =>
  withStatusChanges(messages, history, hasOlder).map((said) =>
    'change' in said ? said.change.to : said.message.createdAt.slice(14, 16),
  );

test('a status change stands between the messages before and after it; the beginning of a draft is none', () => {
  expect(shape([message(minute(5)), message(minute(15)), message(minute(30))])).toEqual([
    '05',
    'submitted',
    '15',
    'reviewing',
    '30',
  ]);
});

test('without a message the changes are there, and after the last message the later ones', () => {
  expect(shape([])).toEqual(['submitted', 'reviewing']);
  expect(shape([message(minute(12))])).toEqual(['submitted', '12', 'reviewing']);
});

test('while older messages are not loaded, no change from before the oldest one stands at the top', () => {
  expect(shape([message(minute(15))], true)).toEqual(['15', 'reviewing']);
});

test('what this device has not sent yet stands below all changes, also when its clock is slow', () => {
  expect(shape([message(minute(15)), message(minute(1), true)])).toEqual(['submitted', '15', 'reviewing', '01']);
});

test('a change begins its day, and does not count as new', () => {
  const nextDay = [change('reviewing', 'reviewed', '2026-11-23T10:00:00.000Z')];
  const rows = rowsOf([message(minute(5))], { me: 'ines', readUpTo: 1, history: nextDay });
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'group', 'day', 'status']);
});
