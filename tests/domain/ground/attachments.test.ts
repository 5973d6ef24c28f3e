import { expect, test } from 'vitest';
import { attachmentBytes, splitFiles } from '#domain/ground/attachments.ts';

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
