import { expect, test } from 'vitest';
import { csvOf } from '#domain/csv.ts';
import { readCsv } from '#domain/csv-reader.ts';

/** Tables that spreadsheets have saved as text. */

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

test('what we write as CSV is read unchanged', () => {
  const rows = [
    ['a', 'b "quoted", and a comma', 'two\nlines'],
    ['=1+1', "'quoted by hand", '-3 °C'],
    ['', ' spaces ', '한국어'],
  ];
  expect(cellsOf(csvOf(rows))).toEqual(rows);
});

test.each([
  ['a comma', 'x,y\r\n1,2'],
  ['a semicolon', 'x;y\n1;2\n'],
  ['a tab', 'x\ty\n1\t2'],
])('cells may be separated by %s', (_name, text) => {
  expect(cellsOf(text)).toEqual([
    ['x', 'y'],
    ['1', '2'],
  ]);
});

test('each record knows its line, and empty ones are left out', () => {
  expect(readCsv('x,y\n\n"1\n1",2\n,\n3,4').map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'x'],
    [3, '1\n1'],
    [6, '3'],
  ]);
});

test('a quote that is never closed ends with the file', () => {
  expect(cellsOf('x\n"never closed, 1\n2')).toEqual([['x'], ['never closed, 1\n2']]);
  expect(cellsOf('')).toEqual([]);
});
