import { expect, test } from 'vitest';
import { csvOf } from '../../../domain/ground/csv.ts';

const lineOf = (...cells: Parameters<typeof csvOf>[0][number]) => csvOf([cells]).slice(1, -2);

test('texts are quoted, numbers are numbers, and nothing is empty', () => {
  expect(
    csvOf([
      ['Number', 'Total'],
      ['PO-1', 12.5],
      ['Foil, "thin"\nand wide', null],
    ]),
  ).toBe('\uFEFF"Number","Total"\r\n"PO-1",12.5\r\n"Foil, ""thin""\nand wide",\r\n');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00a0=1+1',
  '\tharmless',
  '＝1+1',
  '=HYPERLINK("https://evil.example","Open")',
])('a title such as %j is no formula in a spreadsheet', (title) => {
  expect(lineOf(title)).toBe(`"'${title.replaceAll('"', '""')}"`);
});

test.each(['21700 cells - second batch', 'a=b', '', '한국어 주문'])('%j stays as it is', (title) => {
  expect(lineOf(title)).toBe(`"${title}"`);
});

test('a negative figure stays a figure', () => {
  expect(lineOf(-5)).toBe('-5');
});
