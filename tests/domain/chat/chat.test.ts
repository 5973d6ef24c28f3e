import { expect, test } from 'vitest';
import { messageTypeOf, otherSide, previewOf, sideOf, splitFiles } from '#domain/chat/chat.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';
import { previewChars } from '#domain/chat/text-lengths.ts';

const file = (name: string, size = 10) => ({ name, size });

test('one refused file leaves the others alone, and is named with the reason', () => {
  const big = file('scan.pdf', attachmentBytes);
  const { taken, leftOut } = splitFiles([
    file('a.png'),
    file('run.csv'),
    big,
    file('b.docx'),
    file('logo.svg'),
    file('c.pdf', 0),
  ]);
  expect(taken.map(({ name }) => name)).toEqual(['a.png', 'b.docx']);
  expect([...leftOut]).toEqual([
    ['FILE_TYPE', ['run.csv', 'logo.svg']],
    ['FILE_TOO_LARGE', ['scan.pdf']],
    ['FILE_EMPTY', ['c.pdf']],
  ]);
});

test('of too many files the first ones are accepted after those already attached; a refused one does not count', () => {
  const { taken, leftOut } = splitFiles([file('run.csv'), file('1.png'), file('2.png'), file('3.png')], 3);
  expect(taken.map(({ name }) => name)).toEqual(['1.png', '2.png']);
  expect(leftOut.get('TOO_MANY_FILES')).toEqual(['3.png']);
});

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
