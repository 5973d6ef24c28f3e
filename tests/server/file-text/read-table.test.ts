import { expect, test } from 'vitest';
import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import type { TableSheet } from '#domain/assistant/knowledge/qna/import/table.ts';
import { readTable } from '../../../server/file-text/read-table.ts';
import { runTableReader } from '../../../server/file-text/run-reader.ts';
import { packed, relations, row, types, xlsxOf } from '../../support/files/office-files.ts';

/** Reads the sheets of a file. @throws Error for a file that has a problem */
async function read(file: Buffer): Promise<TableSheet[]> {
  const reading = await readTable(file);
  if ('problem' in reading) throw new Error(JSON.stringify(reading));
  return reading.sheets;
}

async function cellsOf(data: string, more: { strings?: string[]; styles?: string; tail?: string } = {}) {
  const [sheet] = await read(workbook(data, more));
  return sheet?.rows.map(({ n, cells }) => [n, ...cells]) ?? [];
}

/** A workbook of one sheet. @param tail XML after its rows */
function workbook(
  data: string,
  {
    strings = [],
    styles,
    tail = '',
    start = '',
  }: { strings?: string[]; styles?: string; tail?: string; start?: string } = {},
): Buffer {
  return packed([
    contentTypes(),
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="r">${start}<sheets><sheet name="Q&amp;A" sheetId="1" r:id="a"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations({ a: 'worksheets/one.xml', s: 'sharedStrings.xml', y: '/xl/styles.xml' })],
    ['xl/sharedStrings.xml', `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`],
    ...(styles === undefined ? [] : [['xl/styles.xml', styles] as [string, string]]),
    ['xl/worksheets/one.xml', `<worksheet><sheetData>${data}</sheetData>${tail}</worksheet>`],
  ]);
}

function contentTypes(type = `${types.xlsx}.main+xml`): [string, string] {
  return ['[Content_Types].xml', `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`];
}

test('texts, shared texts, numbers, booleans and gaps are read where they stand', async () => {
  const strings = ['<t>shared</t>', '<r><t>ri</t></r><r><t>ch</t></r><rPh><t>aid</t></rPh>'];
  const data =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
    '<row r="4"><c r="B4"><v>0.30000000000000004</v></c><c t="b"><v>1</v></c>' +
    '<c t="inlineStr"><is><t xml:space="preserve">two\r\nlines</t></is></c><c r="AA4" t="str"><v>far</v></c></row>' +
    '<row r="9"><c r="A9" s="1"/></row>';
  expect(await cellsOf(data, { strings })).toEqual([
    [2, 'shared', '', 'rich'],
    [4, '', '0.3', 'TRUE', 'two\nlines', ...Array<string>(22).fill(''), 'far'],
  ]);
});

test('a number that Excel shows as a date is that date', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]&quot;day&quot; 0"/>' +
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
  const data =
    '<row r="1"><c s="0"><v>46387</v></c><c s="1"><v>46387</v></c><c s="2"><v>46387</v></c><c s="3"><v>46387.75</v></c>' +
    '<c t="d"><v>2026-12-31</v></c></row>';
  expect(await cellsOf(data, { styles })).toEqual([
    [1, '46387', '2026-12-31', 'day 46387', '2026-12-31 18:00', '2026-12-31'],
  ]);
  const start = '<workbookPr date1904="1"/>';
  const [sheet] = await read(workbook('<row r="1"><c s="1"><v>44925</v></c></row>', { styles, start }));
  expect(sheet?.rows[0]?.cells).toEqual(['2026-12-31']);
});

test('a formula is never evaluated: its stored result is read, and one without a result is marked', async () => {
  const data =
    '<row r="1"><c t="str"><f>HYPERLINK("http://a","b")</f><v>b</v></c><c><f>1+1</f></c><c t="e"><v>#N/A</v></c>' +
    '<c t="inlineStr"><is><t>=cmd|\' /C calc\'!A0</t></is></c></row>';
  const [sheet] = await read(workbook(data));
  expect(sheet?.rows).toEqual([
    { n: 1, cells: ['b', '', '#N/A', "=cmd|' /C calc'!A0"], marks: { 0: 'formula', 1: 'noResult', 2: 'error' } },
  ]);
});

test('all rows of a merged cell get its text, but rows without other content do not', async () => {
  const data = `${row(1, ['Cathode', 'a'])}<row r="2"><c r="B2" t="str"><v>b</v></c></row><row r="5"><c r="B5" t="str"><v>c</v></c></row>`;
  const tail = '<mergeCells><mergeCell ref="A1:A3"/><mergeCell ref="C1:XFD1048576"/></mergeCells>';
  const [sheet] = await read(workbook(data, { tail }));
  expect(sheet?.rows.map(({ n, cells, marks }) => [n, cells, marks])).toEqual([
    [1, ['Cathode', 'a'], undefined],
    [2, ['Cathode', 'b'], { 0: 'merged' }],
    [5, ['', 'c'], undefined],
  ]);
});

test('hidden sheets and rows are read and marked; names of sheets are cleaned', async () => {
  const file = xlsxOf([
    { name: 'One', data: '<row r="1" hidden="1"><c t="str"><v>a</v></c></row>' },
    { name: 'Two', data: row(1, ['b']), state: 'veryHidden' },
  ]);
  expect(await read(file)).toEqual([
    { name: 'One', isHidden: false, rows: [{ n: 1, cells: ['a'], isHidden: true }] },
    { name: 'Two', isHidden: true, rows: [{ n: 1, cells: ['b'] }] },
  ]);
});

test('characters that Excel escapes are read as they are, without control characters', async () => {
  const text = 'a_x000D__x000A_b_x005F_x0041_c_x0000_d_x0007_';
  expect(await cellsOf(`<row r="1"><c t="str"><v>${text}</v></c></row>`)).toEqual([[1, 'a\nb_x0041_cd']]);
});

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const manyCells = (n: number) => row(1, Array<string>(n).fill('x'));
const rows = (n: number) => Array.from({ length: n }, (_, i) => `<row r="${i + 1}"><c><v>1</v></c></row>`).join('');

test.each<[title: string, file: () => Buffer, problem: string, where?: string]>([
  ['an old Excel file (.xls)', () => Buffer.concat([ole, Buffer.alloc(600)]), 'notExcel'],
  ['a text', () => Buffer.from('Question,Answer\na,b\n'), 'notExcel'],
  ['an empty file', () => Buffer.alloc(0), 'notExcel'],
  ['a Word file', () => packed([contentTypes(`${types.docx}.main+xml`), ['xl/workbook.xml', '<w/>']]), 'notExcel'],
  [
    'a workbook with macros',
    () => packed([contentTypes('application/vnd.ms-excel.sheet.macroEnabled.main+xml'), ['xl/workbook.xml', '<w/>']]),
    'notExcel',
  ],
  ['a ZIP without a workbook', () => packed([['a.txt', 'a']]), 'notExcel'],
  [
    'a file with a password',
    () => Buffer.concat([ole, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    'encrypted',
  ],
  ['a file that was cut off', () => workbook(row(1, ['a'])).subarray(0, 400), 'broken'],
  ['a sheet that is not well-formed', () => workbook('<row><c>'), 'broken'],
  [
    'an external entity',
    () =>
      packed([
        contentTypes(),
        ['xl/workbook.xml', '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook>&e;</workbook>'],
      ]),
    'broken',
  ],
  ['a part with a path outside the file', () => packed([contentTypes(), ['../../evil', 'x']]), 'broken'],
  ['a workbook without rows', () => workbook('<row r="1"><c s="1"/></row>'), 'empty'],
  [
    'too many parts',
    () =>
      packed([
        contentTypes(),
        ...Array.from({ length: importLimits.parts }, (_, i): [string, string] => [`p${i}`, '']),
      ]),
    'tooManyParts',
  ],
  [
    'too many sheets',
    () => xlsxOf(Array.from({ length: importLimits.sheets + 1 }, (_, i) => ({ name: `s${i}`, data: '' }))),
    'tooManySheets',
  ],
  ['too many rows', () => workbook(rows(importLimits.rows + 2)), 'tooManyRows', 'Q&A'],
  ['a column too many', () => workbook(manyCells(importLimits.columns + 1)), 'tooManyColumns', 'Q&A!CW1'],
  [
    'too many cells',
    () =>
      workbook(
        Array.from({ length: importLimits.cells / 50 + 1 }, (_, i) => row(i + 1, Array<number>(50).fill(1))).join(''),
      ),
    'tooManyCells',
    'Q&A!A4001',
  ],
  [
    'a cell with too much text',
    () => workbook(row(1, ['x'.repeat(importLimits.cellChars + 1)])),
    'cellTooLong',
    'Q&A!A1',
  ],
  [
    'a text that very many cells share',
    () =>
      workbook(Array.from({ length: 500 }, (_, i) => `<row r="${i + 1}"><c t="s"><v>0</v></c></row>`).join(''), {
        strings: [`<t>${'x'.repeat(importLimits.cellChars)}</t>`],
      }),
    'tooManyChars',
    'Q&A!A401',
  ],
  [
    'a million merged cells',
    () => workbook(row(1, ['a']), { tail: '<mergeCell ref="A1:B2"/>'.repeat(importLimits.merges + 1) }),
    'tooManyMerges',
    'Q&A',
  ],
  [
    'a part that inflates to more than the limit',
    () => workbook('', { tail: ' '.repeat(importLimits.inflatedBytes) }),
    'tooManyBytes',
  ],
])('%s is refused, with the reason', async (_, file, problem, where) => {
  expect(await readTable(file())).toEqual({ problem, ...(where === undefined ? {} : { where }) });
});

test('as many rows and columns as allowed, with a row of heads, are read', async () => {
  expect(await cellsOf(rows(importLimits.rows + 1))).toHaveLength(importLimits.rows + 1);
  expect((await cellsOf(manyCells(importLimits.columns)))[0]).toHaveLength(importLimits.columns + 1);
});

test('a bomb is read in a process of its own, which ends', async () => {
  const bomb = packed([contentTypes(), ['xl/workbook.xml', Buffer.alloc(200_000_000, 0x20)]]);
  expect(bomb.length).toBeLessThan(importLimits.fileBytes);
  expect(await runTableReader(bomb)).toEqual({ problem: 'tooManyBytes' });
  expect(await runTableReader(workbook(row(1, ['a'])))).toMatchObject({ sheets: [{ rows: [{ cells: ['a'] }] }] });
});
