import { expect, test } from 'vitest';
import { uuidv5 } from '#domain/ground/ids.ts';
import { writtenBefore } from '#domain/chat/written-before.ts';

const at = Date.parse('2026-11-20T09:00:00.000Z');
/** A version 7 UUID of that time. `uuidv7` may be ahead of it: its ids only grow. */
const stamp = at.toString(16).padStart(12, '0');
const id = `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-000000000000`;
const author = { id: 'x', name: 'Jun', kind: 'user' } as const;
const sentAfter = (minutes: number) => new Date(at + minutes * 60_000).toISOString();

test('a message that was sent hours after it was written tells when that was', () => {
  expect(writtenBefore({ id, author, createdAt: sentAfter(180) })).toBe(at);
  expect(writtenBefore({ id, author: { ...author, kind: 'expert' }, createdAt: sentAfter(5) })).toBe(at);
});

test.each([
  ['sent at once', { id, author, createdAt: sentAfter(4.9) }],
  ['from a device whose clock is ahead', { id, author, createdAt: sentAfter(-60) }],
  ['from a device whose clock begins in another year', { id, author, createdAt: sentAfter(61 * 24 * 60) }],
  ['made by the server', { id: uuidv5('a'), author, createdAt: sentAfter(180) }],
  ['of the assistant', { id, author: { ...author, kind: 'assistant' }, createdAt: sentAfter(180) } as const],
])('a message %s has one time', (_, message) => {
  expect(writtenBefore(message)).toBeUndefined();
});
