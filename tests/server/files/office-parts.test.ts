import { afterEach, expect, test, vi } from 'vitest';
import { forbiddenPart, typeOfFile } from '../../../server/files/file-type.ts';
import { ZipParts } from '../../../server/file-text/zip-parts.ts';
import { docxOf, packed, types, xlsxOf } from '../../support/files/office-files.ts';

afterEach(() => void vi.restoreAllMocks());

type Part = [name: string, content: string | Buffer];

const tooManyParts = { part: '', what: 'too many parts' };
const override = '<Override PartName="/x" ContentType="a"/>';
/** A workbook whose content types list this many parts, each an element with two attributes. */
const workbook = (listed: number): Buffer =>
  packed([['[Content_Types].xml', `<Types>${override.repeat(listed)}</Types>`]]);
const charts = (count: number, table: Buffer): Part[] =>
  Array.from({ length: count }, (_, i) => [`word/embeddings/Microsoft_Excel_Worksheet${i}.xlsx`, table]);

const link = (i: number) =>
  `<Relationship Id="r${i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://shop.example/cells/${i}" TargetMode="External"/>`;

test('the names of the parts are listed once, however many defaults the content types have', async () => {
  const main = `<Override PartName="/word/document.xml" ContentType="${types.docx}.main+xml"/>`;
  const defaults = '<Default Extension="q" ContentType="a"/>'.repeat(500);
  const empty = Array.from({ length: 50 }, (_, i): Part => [`word/p${i}.xml`, '']);
  const file = packed([
    ['[Content_Types].xml', `<Types>${main}${defaults}</Types>`],
    ['word/document.xml', '<a/>'],
    ...empty,
  ]);
  const listed = vi.spyOn(ZipParts.prototype, 'names');
  expect(await typeOfFile(types.docx, file)).toBe(types.docx);
  expect(listed).toHaveBeenCalledTimes(1);
});

test.each(['bin', 'BIN', 'x.bin'])('a default that makes a part a program counts, by the ending %s', async (ending) => {
  const file = packed([
    ['[Content_Types].xml', `<Types><Default Extension="${ending}" ContentType="a/vbaProject"/></Types>`],
    ['word/printerSettings/a.Bin', 'p'],
  ]);
  expect(await forbiddenPart(types.docx, file)).toMatchObject({ what: 'macros' });
});

test('a file with more descriptions than are looked at is refused, also when they are attributes of one element', async () => {
  const attributes = Array.from({ length: 200_001 }, (_, i) => `a${i}=""`).join(' ');
  for (const content of [override.repeat(66_667), `<Override ${attributes}/>`]) {
    const file = packed([['[Content_Types].xml', `<Types>${content}</Types>`]]);
    expect(await forbiddenPart(types.xlsx, file)).toEqual(tooManyParts);
  }
});

test('descriptions that inflate to more than is looked at are not inflated', async () => {
  const read = vi.spyOn(ZipParts.prototype, 'read');
  const file = packed([['[Content_Types].xml', `<Types>${' '.repeat(9 * 1024 * 1024)}</Types>`]]);
  expect(await forbiddenPart(types.xlsx, file)).toEqual(tooManyParts);
  expect(read).not.toHaveBeenCalled();
});

test('the workbooks in a file are looked at within the limits of the one file', async () => {
  const opened = vi.spyOn(ZipParts, 'open');
  expect(await forbiddenPart(types.docx, docxOf('', charts(6, workbook(25_000))))).toEqual(tooManyParts);
  // The file itself, two workbooks, and the third, at which the limit is reached.
  expect(opened).toHaveBeenCalledTimes(4);
});

test('a file with more workbooks than are looked at is refused', async () => {
  const opened = vi.spyOn(ZipParts, 'open');
  expect(await forbiddenPart(types.docx, docxOf('', charts(201, workbook(1))))).toEqual(tooManyParts);
  expect(opened).toHaveBeenCalledTimes(201);
});

test('the relationships of very many parts are not read, also where each is short', async () => {
  const read = vi.spyOn(ZipParts.prototype, 'read');
  const rels = Array.from({ length: 3_001 }, (_, i): Part => [`word/_rels/p${i}.xml.rels`, '<a/>']);
  expect(await forbiddenPart(types.docx, packed(rels))).toEqual(tooManyParts);
  expect(read).toHaveBeenCalledTimes(3_000);
});

test('a report with a hundred charts and pictures, and a list with thirty-five thousand links, are accepted', async () => {
  const pictures = Array.from({ length: 100 }, (_, i): Part => [`word/media/image${i}.png`, 'p']);
  const table = xlsxOf([{ name: 'Cells', data: '' }]);
  expect(await typeOfFile(types.docx, docxOf('', [...pictures, ...charts(100, table)]))).toBe(types.docx);
  const links = Array.from({ length: 35_000 }, (_, i) => link(i)).join('');
  const list = packed([
    [
      '[Content_Types].xml',
      `<Types><Override PartName="/xl/workbook.xml" ContentType="${types.xlsx}.main+xml"/></Types>`,
    ],
    ['xl/workbook.xml', '<workbook/>'],
    ['xl/worksheets/_rels/sheet1.xml.rels', `<Relationships>${links}</Relationships>`],
  ]);
  expect(await typeOfFile(types.xlsx, list)).toBe(types.xlsx);
});
