import { expect, test } from 'vitest';
import { readFile } from '../../../server/file-text/read-file.ts';
import { row, types, xlsxOf } from '../../support/files/office-files.ts';

/** Sheets are read as text, for quotes, and as cells, for questions about a row and a column. */

test('an empty cell keeps its place among the cells, and does not stand in the text', async () => {
  const file = xlsxOf([{ name: 'Cells', data: row(1, ['Cycle', 'Note', 'CE']) + row(3, [500, '', 99.8]) }]);
  expect(await readFile(file, types.xlsx)).toEqual({
    pages: [{ page: 'Cells!1:3', text: 'Cycle | Note | CE\n500 | 99.8' }],
    sheets: [
      {
        name: 'Cells',
        rows: [
          { n: 1, cells: ['Cycle', 'Note', 'CE'] },
          { n: 3, cells: ['500', '', '99.8'] },
        ],
      },
    ],
  });
});

test.each([
  ['commas', 'Cycle,Note,CE\n500,,99.8\n'],
  ['semicolons and a first line of Excel', 'sep=;\nCycle;Note;CE\n500;;99.8\n'],
  ['tabs', 'Cycle\tNote\tCE\n500\t\t99.8\n'],
])('a table with %s is read into its cells', async (_what, text) => {
  const read = await readFile(Buffer.from(text), 'text/csv');
  expect('sheets' in read && read.sheets?.map(({ rows }) => rows.map(({ cells }) => cells))).toEqual([
    [
      ['Cycle', 'Note', 'CE'],
      ['500', '', '99.8'],
    ],
  ]);
});

test('a table that Excel has saved in Korean is read', async () => {
  const read = await readFile(Buffer.from('bdc3b0a32cc0fcbed00d0a', 'hex'), 'text/csv');
  expect(read).toMatchObject({ pages: [{ page: '1:1', text: '시간 | 전압' }] });
});

test('plain text is one page', async () => {
  const read = await readFile(Buffer.from('The separator is 16 µm thick.\r\n'), 'text/plain');
  expect(read).toEqual({ pages: [{ page: 1, text: 'The separator is 16 µm thick.' }] });
});

test('a table with more text than is read is refused as every file', async () => {
  expect(await readFile(Buffer.alloc(4_000_000, '1,3.7\n'), 'text/csv')).toEqual({ problem: 'tooLong' });
});
