import { packed, relations, types } from './office-files.ts';

/** A workbook with a cell of every kind, and what a person sees in each. */

interface SampleCell {
  what: string;
  shown: string;
  /** Attributes and content of the cell. */
  xml: { attributes?: string; content: string };
  /** Its format: an id of Excel's own formats, or a code. */
  format?: number | string;
}

const number = (what: string, value: number | string, format: number | string, shown: string): SampleCell => ({
  what,
  shown,
  format,
  xml: { content: `<v>${value}</v>` },
});

const text = (what: string, runs: string, shown: string, format: number | string = 0): SampleCell => ({
  what,
  shown,
  format,
  xml: { attributes: ' t="inlineStr"', content: `<is>${runs}</is>` },
});

const raised = (t: string) => `<r><rPr><vertAlign val="superscript"/><sz val="11"/></rPr><t>${t}</t></r>`;
const run = (t: string) => `<r><t xml:space="preserve">${t}</t></r>`;

/** Cells of a file that counts days from 1900. */
export const everyCell: readonly SampleCell[] = [
  // days and times
  number('a day, as Excel writes it', 46024, 14, '2026-01-02'),
  number('a day whose time is not shown', 46024.54513888889, 14, '2026-01-02'),
  number('a day with its time', 46024.54513888889, 22, '2026-01-02 13:05'),
  number('a day with its seconds', 46024.545416666668, 'yyyy-mm-dd h:mm:ss', '2026-01-02 13:05:24'),
  number('a full minute with its seconds', 46024.54513888889, 'yyyy-mm-dd h:mm:ss', '2026-01-02 13:05'),
  number('midnight', 46024, 'yyyy-mm-dd h:mm', '2026-01-02'),
  number('a day in German order', 46024, 'dd\\.mm\\.yyyy;@', '2026-01-02'),
  number('a Korean day', 46024, '[$-412]yyyy"년" m"월" d"일"', '2026-01-02'),
  number('a Korean day of Excel itself', 46024, 31, '2026-01-02'),
  number('a Japanese day', 46024, '[$-411]ggge"年"m"月"d"日"', '2026-01-02'),
  number('a long day', 46024, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2026-01-02'),
  number('a year alone', 46024, 'yyyy', '2026'),
  number('the day that 1900 did not have', 60, 14, '1900-02-29'),
  number('the day after it', 61, 14, '1900-03-01'),
  number('a time', 0.54513888889, 20, '13:05'),
  number('an afternoon', 0.54513888889, 18, '13:05'),
  number('a Korean afternoon', 0.54513888889, '[$-412]AM/PM h:mm', '13:05'),
  number('a duration of more than a day', 1.5, 46, '36:00:00'),
  number('minutes of a duration', 0.5, '[mm]:ss', '720:00'),
  number('seconds with a decimal', 0.00025462962963, 47, '00:22.0'),
  number('a time before 1900', -1, 14, '-1'),
  // numbers
  number('a sum of decimals', '0.30000000000000004', 0, '0.3'),
  number('a large number', '1E+20', 0, '1E+20'),
  number('a small number', '0.00001', 0, '0.00001'),
  number('a smaller number', '2.4999999999999998E-10', 0, '2.5E-10'),
  number('a third', '0.33333333333333331', 0, '0.333333333'),
  number('a serial number', '880123456789012', 0, '880123456789012'),
  number('more digits than Excel has', '1234567890123456', 1, '1234567890123460'),
  number('a percentage', 0.125, 10, '12.50%'),
  number('a whole percentage', 0.8, 9, '80%'),
  number('a mixed fraction', 1.5, 12, '1 1/2'),
  number('a fraction of two digits', 0.3125, 13, '5/16'),
  number('a power of ten', 12345, 11, '1.23E+04'),
  number('a short power of ten', 12345, '0E+00', '1E+04'),
  number('thousands', 1234567, 3, '1,234,567'),
  number('thousands with decimals', 1234.5, 4, '1,234.50'),
  number('a number shown in thousands', 4600000, '#,##0,"k"', '4,600k'),
  number('leading zeros', 123, '00000', '00123'),
  number('a number with its unit', 4588, '#,##0" mAh"', '4,588 mAh'),
  number('a temperature', -20, '0\\ "°C"', '-20 °C'),
  number('a plain decimal', 3.6, 2, '3.60'),
  number('a German price', 1234.5, '_-* #,##0.00\\ [$€-407]_-', '1,234.50 €'),
  number('a Korean price', 12000, '[$₩-412]#,##0', '₩12,000'),
  number('a debt', -1234, 38, '(1,234)'),
  number('a red number', -5, '[Blue]0.0;[Red]-0.0', '-5.0'),
  number('nothing, as a bookkeeper writes it', 0, 41, '-'),
  number('a condition', 150, '[>=100]"high";0', 'high'),
  number('a tolerance', 0.05, '"±"0.00', '±0.05'),
  number('a number as text', 42, 49, '42'),
  number('a format that nothing can read', 42, '0.5/0', '42'),
  // truth, errors, formulas
  { what: 'truth', shown: 'TRUE', xml: { attributes: ' t="b"', content: '<v>1</v>' } },
  { what: 'falsehood', shown: 'FALSE', xml: { attributes: ' t="b"', content: '<v>0</v>' } },
  {
    what: 'a formula',
    shown: '7.5%',
    format: '0.0%',
    xml: { content: '<f>A1*2</f><v>7.4999999999999997E-2</v>' },
  },
  {
    what: 'a formula of text',
    shown: 'a b',
    xml: { attributes: ' t="str"', content: '<f>"a"&amp;" b"</f><v>a b</v>' },
  },
  {
    what: 'a day as text of ISO',
    shown: '2026-01-02 13:05',
    xml: { attributes: ' t="d"', content: '<v>2026-01-02T13:05:00</v>' },
  },
  // texts
  text('a number stored as text', '<t>00042</t>', '00042', 49),
  text('a text with a format', '<t>LFP</t>', 'Cell LFP', '0;0;0;"Cell "@'),
  text('a power of ten with a raised exponent', `${run('10')}${raised('-3')}${run(' mol')}`, '10⁻³ mol'),
  text('an area', `${run('5 m')}${raised('2')}`, '5 m²'),
  text('a raised letter', `${run('e')}${raised('kT')}`, 'e^kT'),
  text('a lowered figure', `${run('LiFePO')}<r><rPr><vertAlign val="subscript"/></rPr><t>4</t></r>`, 'LiFePO4'),
  text('a word with its reading aid', '<t>電池</t><rPh sb="0" eb="2"><t>デンチ</t></rPh>', '電池'),
  text('two lines', '<t>one_x000D_\ntwo</t>', 'one\ntwo'),
  text('decomposed Korean', `<t>${'전압'.normalize('NFD')}</t>`, '전압'),
];

const plain = (value: string) => `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;

/** Writes cells into a workbook, one a row, behind the texts that `before` gives. */
export function workbookOfCells(
  cells: readonly Pick<SampleCell, 'xml' | 'format'>[],
  {
    before = () => [],
    heads = [],
    isFrom1904 = false,
  }: {
    before?: (index: number) => readonly string[];
    heads?: readonly string[];
    isFrom1904?: boolean;
  } = {},
): Buffer {
  const codes = [...new Set(cells.flatMap(({ format }) => (typeof format === 'string' ? [format] : [])))];
  const idOf = (format: number | string = 0) => (typeof format === 'number' ? format : 164 + codes.indexOf(format));
  const first = heads.length === 0 ? '' : `<row>${heads.map(plain).join('')}</row>`;
  const rows = cells.map(
    ({ xml }, i) =>
      `<row>${before(i).map(plain).join('')}<c s="${i + 1}"${xml.attributes ?? ''}>${xml.content}</c></row>`,
  );
  const formats = codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`);
  const styles = cells.map(({ format }) => `<xf numFmtId="${idOf(format)}"/>`);
  return packed([
    [
      '[Content_Types].xml',
      `<Types><Override PartName="/xl/workbook.xml" ContentType="${types.xlsx}.main+xml"/></Types>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="r"><workbookPr${isFrom1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Cells" sheetId="1" r:id="a"/></sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations({ a: 'worksheets/sheet1.xml', y: 'styles.xml' })],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ],
    ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${first}${rows.join('')}</sheetData></worksheet>`],
  ]);
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
