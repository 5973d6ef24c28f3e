import { expect, test } from 'vitest';
import { attachmentBytes, attachmentTypeOf, splitFiles } from '#domain/ground/attachments.ts';

const file = (name: string, size = 10) => ({ name, size });

test.each([
  ['cycling.csv', 'text/csv'],
  ['CYCLING.CSV', 'text/csv'],
  ['notes.txt', 'text/plain'],
  ['report.pdf', 'application/pdf'],
  ['page.html', undefined],
])('%s stands for %s', (name, type) => {
  expect(attachmentTypeOf(name)).toBe(type);
});

test('one refused file leaves the others alone, and is named with the reason', () => {
  const big = file('scan.pdf', attachmentBytes);
  const { taken, leftOut } = splitFiles([
    file('a.png'),
    file('run.mpr'),
    big,
    file('b.docx'),
    file('logo.svg'),
    file('c.pdf', 0),
  ]);
  expect(taken.map(({ name }) => name)).toEqual(['a.png', 'b.docx']);
  expect([...leftOut]).toEqual([
    ['FILE_TYPE', ['run.mpr', 'logo.svg']],
    ['FILE_TOO_LARGE', ['scan.pdf']],
    ['FILE_EMPTY', ['c.pdf']],
  ]);
});

test('of too many files the first ones are accepted after those already attached; a refused one does not count', () => {
  const { taken, leftOut } = splitFiles([file('run.mpr'), file('1.png'), file('2.png'), file('3.png')], 3);
  expect(taken.map(({ name }) => name)).toEqual(['1.png', '2.png']);
  expect(leftOut.get('TOO_MANY_FILES')).toEqual(['3.png']);
});
