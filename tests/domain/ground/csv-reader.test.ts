import { expect, test } from 'vitest';
import { csvOf } from '#domain/ground/csv.ts';
import { readCsv } from '#domain/ground/csv-reader.ts';

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
  ['a bar', 'x|y\n1|2'],
  ['what Excel names in the first line', 'sep=;\r\nx;y\r\n1;2'],
  ['a comma, with lines of an old Mac', 'x,y\r1,2\r'],
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

test('what parts all records alike separates them, also where commas are decimal marks', () => {
  expect(cellsOf('Spannung, V;Strom, A\n3,6;1,2\n3,7;1,25')).toEqual([
    ['Spannung, V', 'Strom, A'],
    ['3,6', '1,2'],
    ['3,7', '1,25'],
  ]);
  expect(cellsOf('Question,Also\n"What; exactly?",a;b\nWhy?,c')).toEqual([
    ['Question', 'Also'],
    ['What; exactly?', 'a;b'],
    ['Why?', 'c'],
  ]);
  expect(cellsOf('Name;Remark\n"two\nlines; and more";3,5')).toEqual([
    ['Name', 'Remark'],
    ['two\nlines; and more', '3,5'],
  ]);
});

test('the line that names the separator counts as a line of the file', () => {
  expect(readCsv('sep=,\nx,y\n1,2').map(({ line }) => line)).toEqual([2, 3]);
});
