import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { attachmentTypeOf } from '#domain/ground/attachments.ts';
import { forbiddenPart, typeOfFile } from '../../../server/files/file-type.ts';
import { MB } from '#domain/ground/units.ts';
import { countTurns } from '../../support/turns.ts';
import { docxOf, packed, types } from '../../support/files/office-files.ts';
import { docx, html, pdf, png, svg, zip } from '../../support/files/sample-files.ts';

test.each([
  ['photo.png', png(), 'image/png'],
  ['PHOTO.PNG', png(), 'image/png'],
  ['report.pdf', pdf, 'application/pdf'],
  ['values.csv', Buffer.from('time_s,voltage_v\r\n1,3.7\r\n'), 'text/csv'],
  ['a table in Korean as Excel writes it, korean.csv', Buffer.from('bdc3b0a32cc0fcbed00d0a', 'hex'), 'text/csv'],
  ['a table whose first word is the mark of an image, bms.csv', Buffer.from('BMS,V\n1,3.7\n'), 'text/csv'],
  ['notes.txt', Buffer.from('The separator is 16 µm thick.\n'), 'text/plain'],
  ['spec.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%s is accepted with its type', async (name, bytes, type) => {
  expect(await typeOfFile(attachmentTypeOf(name), bytes)).toBe(type);
});

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const link = (type: string, target: string, mode = '') =>
  `<Relationships><Relationship Id="a" Type="${office}/${type}" Target="${target}"${mode}/></Relationships>`;
const linkedAs = (type: string, target: string): [string, string] => [
  'word/_rels/document.xml.rels',
  link(type, target),
];
const template = (target: string): [string, string] => [
  'word/_rels/settings.xml.rels',
  link('attachedTemplate', target, ' TargetMode="External"'),
];
const chartTable = (more: [string, string][] = []): [string, Buffer] => [
  'word/embeddings/Microsoft_Excel_Worksheet.xlsx',
  packed([['[Content_Types].xml', '<Types/>'], ['xl/workbook.xml', '<workbook/>'], ...more]),
];

test('an Office file with pictures, charts, comments, fonts, printer settings and web links is accepted', async () => {
  const file = docxOf('', [
    ['docProps/thumbnail.jpeg', png()],
    ['word/media/image1.PNG', png()],
    ['word/charts/chart1.xml', '<c/>'],
    ['word/drawings/vmlDrawing1.vml', '<v/>'],
    ['word/comments.xml', '<c/>'],
    ['word/theme/theme1.xml', '<t/>'],
    ['word/fonts/font1.odttf', 'f'],
    ['word/printerSettings/printerSettings1.bin', 'p'],
    ['customXml/item1.xml', '<i/>'],
    ['word/_rels/document.xml.rels', link('hyperlink', 'https://example.com', ' TargetMode="External"')],
    template('file:///C:\\Templates\\Report.dotx'),
    chartTable(),
  ]);
  expect(await typeOfFile(attachmentTypeOf('a.docx'), file)).toBe(types.docx);
});

const sheet = (more: [string, string][]) =>
  packed([
    [
      '[Content_Types].xml',
      `<Types><Override PartName="/xl/workbook.xml" ContentType="${types.xlsx}.main+xml"/></Types>`,
    ],
    ['xl/workbook.xml', '<workbook/>'],
    ...more,
  ]);

test('a sheet with links to other files, data connections or old macros is refused, one with web links is not', async () => {
  const refused: [string, string][] = [
    ['xl/externalLinks/externalLink1.xml', '<e/>'],
    ['xl/connections.xml', '<e/>'],
    ['xl/queryTables/queryTable1.xml', '<e/>'],
    ['xl/MacroSheets/sheet1.xml', '<e/>'],
    ['xl/embeddings/Microsoft_Word.docx', 'd'],
    ['customUI/customUI14.xml', '<e/>'],
  ];
  for (const part of refused) expect(await typeOfFile(attachmentTypeOf('a.xlsx'), sheet([part]))).toBeUndefined();
  const links: [string, string] = [
    'xl/worksheets/_rels/sheet1.xml.rels',
    link('hyperlink', 'https://example.com', ' TargetMode="External"'),
  ];
  expect(await typeOfFile(attachmentTypeOf('a.xlsx'), sheet([links]))).toBe(types.xlsx);
});

test('the part that is not accepted is named', async () => {
  const file = docxOf('', [['word/embeddings/oleObject1.bin', 'o']]);
  const part = await forbiddenPart(attachmentTypeOf('a.docx'), file);
  expect(part).toEqual({ part: 'word/embeddings/oleObject1.bin', what: 'embedded objects' });
});

test.each([
  ['an HTML page named as a picture', 'photo.png', html],
  ['an SVG drawing, which can run scripts', 'drawing.svg', svg],
  ['an SVG drawing named as a PNG picture', 'drawing.png', svg],
  ['a PNG picture named as a JPEG picture', 'photo.jpg', png()],
  ['a program', 'setup.exe', Buffer.from('MZ\u0090')],
  ['a file without an extension', 'photo', png()],
  ['a Word file with macros', 'order.docm', docx({ macros: true })],
  ['a Word file with macros whose name hides them', 'order.docx', docx({ macros: true })],
  ['a Word file with macros whose content type hides them', 'order.docx', docx({ macros: true, honest: false })],
  ['a Word file with macros in other letters', 'order.docx', docxOf('', [['word/VBAPROJECT.BIN', 'macro']])],
  ['a Word file with the signature of macros', 'order.docx', docxOf('', [['word/vbaProjectSignature.bin', 's']])],
  ['a Word file with an embedded object', 'order.docx', docxOf('', [['word/embeddings/oleObject1.bin', 'o']])],
  ['a Word file with an embedded program', 'order.docx', docxOf('', [['word/embeddings/setup.exe', 'o']])],
  ['a Word file with an ActiveX control', 'order.docx', docxOf('', [['word/ActiveX/activeX1.xml', '<a/>']])],
  ['a Word file with a part of an unknown kind', 'order.docx', docxOf('', [['word/run.ps1', 'o']])],
  ['a Word file with macros behind a picture', 'order.docx', docxOf('', [linkedAs('vbaProject', 'media/image1.png')])],
  [
    'a Word file with a template of another computer',
    'order.docx',
    docxOf('', [template('https://evil.example/t.dotm')]),
  ],
  [
    'a Word file whose chart has a table with macros',
    'order.docx',
    docxOf('', [chartTable([['xl/vbaProject.bin', 'm']])]),
  ],
  ['a zip archive named as a spreadsheet', 'data.xlsx', zip([['a.txt', 'hello']])],
  ['a Word file named as a spreadsheet', 'data.xlsx', docx()],
  ['a picture followed by a zip archive', 'photo.png', Buffer.concat([png(), zip([['a.txt', 'hello']])])],
  ['a picture followed by an HTML page', 'photo.png', Buffer.concat([png(), html])],
  ['a picture named as a table', 'values.csv', png()],
  ['an HTML page named as a table', 'values.csv', html],
  ['an HTML page named as a text', 'notes.txt', html],
  ['a table in UTF-16', 'values.csv', Buffer.from('time,voltage\n', 'utf16le')],
  ['an empty file', 'photo.png', Buffer.alloc(0)],
])('%s is refused', async (_what, name, bytes) => {
  expect(await typeOfFile(attachmentTypeOf(name), bytes)).toBeUndefined();
});

test.each([
  ['a table', 'a.csv', Buffer.alloc(20 * MB, 'time_s,voltage_v\r\n1,3.7\r\n')],
  ['a report with a film', 'a.docx', docxOf('', [['word/media/a.mp4', randomBytes(20 * MB)]])],
])('%s of 20 MB is checked in slices, between which other requests are served', async (_what, name, bytes) => {
  const turns = countTurns();
  expect(await typeOfFile(attachmentTypeOf(name), bytes)).toBe(attachmentTypeOf(name));
  expect(turns()).toBeGreaterThanOrEqual(19);
});

test('a control character and the name of a macro are found in every slice, also across two', async () => {
  const table = Buffer.alloc(3 * MB, 'a,1\n');
  table[3 * MB - 1] = 0;
  expect(await typeOfFile('text/csv', table)).toBeUndefined();
  const film = randomBytes(3 * MB);
  const file = docxOf('', [['word/media/a.mp4', film]]);
  file.write('vbaProject.bin', 2 * MB - 7, 'latin1');
  expect(await typeOfFile(types.docx, file)).toBeUndefined();
});
