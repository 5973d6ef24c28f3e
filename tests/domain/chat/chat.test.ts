import { expect, test } from 'vitest';
import { messageTypeOf, otherSide, previewOf, sideOf } from '#domain/chat/chat.ts';
import { previewChars } from '#domain/chat/text-lengths.ts';

test.each<[string, string[], 'text' | 'file' | 'image']>([
  ['Hello', [], 'text'],
  ['', [], 'text'],
  ['Hello', ['image/png'], 'text'],
  [' ', ['image/png', 'image/jpeg'], 'image'],
  ['', ['image/png', 'application/pdf'], 'file'],
])('a message “%s” with %j is of type %s', (content, mimes, type) => {
  const files = mimes.map((mime) => ({ id: 'f', name: 'a', size: 1, mime, url: '', sha256: '' }));
  expect(messageTypeOf({ content, files })).toBe(type);
});

test('the preview is the beginning of the text on one line, or the names of the files', () => {
  const files = ['a.png', 'b.pdf'].map((name) => ({ id: name, name, size: 1, mime: '', url: '', sha256: '' }));
  expect(previewOf({ content: ' one\n\ttwo ', files })).toBe('one two');
  expect(previewOf({ content: ' ', files })).toBe('a.png, b.pdf');
  const long = previewOf({ content: 'x'.repeat(previewChars + 1), files: [] });
  expect([long.length, long.at(-1)]).toEqual([previewChars, '…']);
  expect(previewOf({ content: 'x'.repeat(previewChars), files: [] })).not.toContain('…');
});

test('staff and the assistant write on the side of the experts', () => {
  expect([sideOf('USER'), otherSide('user'), otherSide('support')]).toEqual(['user', 'support', 'user']);
  expect(sideOf('SUPPORT')).toBe('support');
});
