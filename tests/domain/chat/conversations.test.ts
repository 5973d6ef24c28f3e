import { expect, test } from 'vitest';
import { cleanTitle } from '#domain/chat/conversations.ts';
import { conversationTitleChars } from '#domain/chat/text-lengths.ts';

/** Titles that users give to their conversations. */

test('a title is one line without spaces around it, and a blank one means the automatic title', () => {
  expect(cleanTitle('  Overhang\nof 21700 cells  ')).toBe('Overhang of 21700 cells');
  expect([cleanTitle(''), cleanTitle(' \n\u200b ')]).toEqual([null, null]);
});

test('a title longer than a line is cut, and a Korean one is not cut inside a letter', () => {
  const limit = conversationTitleChars;
  expect(cleanTitle('x'.repeat(limit + 5))).toHaveLength(limit);
  const korean = '각'.repeat(limit + 1);
  expect(cleanTitle(korean.normalize('NFD'))).toBe('각'.repeat(limit));
});
