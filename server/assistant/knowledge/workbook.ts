import { setImmediate as otherWork } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { lettersOf } from '#domain/assistant/knowledge/qna/import/table.ts';

/** A sheet of a workbook that is written. All its cells are text: Excel evaluates none of them. */
export interface WrittenSheet {
  name: string;
  /** The first row has the heads. */
  rows: readonly (readonly string[])[];
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  /** Values to choose from, by column. */
  choices?: Readonly<Record<number, readonly string[]>>;
}

/** Writes an Excel file (.xlsx). */
export async function writeWorkbook(sheets: readonly WrittenSheet[]): Promise<Buffer> {
  const zip = new ZipFile();
  const parts: [string, string][] = [
    ['[Content_Types].xml', contentTypes(sheets.length)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbookXml(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles],
  ];
  for (const [i, sheet] of sheets.entries()) parts.push([`xl/worksheets/sheet${i + 1}.xml`, await sheetXml(sheet)]);
  for (const [name, xml] of parts) zip.addBuffer(Buffer.from(`${xmlStart}${xml}`), name, { mtime: sameTime });
  zip.end();
  const bytes: Buffer[] = [];
  for await (const piece of zip.outputStream as AsyncIterable<Buffer>) bytes.push(piece);
  return Buffer.concat(bytes);
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The same content makes the same bytes. */
const sameTime = new Date(2026, 0, 1);
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const override = (part: string, type: string) =>
  `<Override PartName="/xl/${part}" ContentType="${sheetType}.${type}+xml"/>`;

function contentTypes(sheets: number): string {
  const each = Array.from({ length: sheets }, (_, i) => override(`worksheets/sheet${i + 1}.xml`, 'worksheet'));
  return (
    `<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${each.join('')}</Types>`
  );
}

function relations(targets: readonly [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const each = sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each.join('')}</sheets></workbook>`;
}

/** Styles of cells, by index in `styles`. All are text, so that Excel keeps an id or a day as it is written. */
const cellStyle = { head: 1, text: 2, quoted: 3 };

const styles =
  `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FF015AAE"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/>' +
  '<xf xfId="0" numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/>' +
  '<xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  '<xf xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1" applyAlignment="1">' +
  '<alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>';

/** Rows that are written before other requests get a turn: some milliseconds of work. */
const rowsAtOnce = 50;

async function sheetXml({ rows, widths, choices = {} }: WrittenSheet): Promise<string> {
  const last = lettersOf(Math.max(0, widths.length - 1));
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${cellStyle.text}" customWidth="1"/>`,
  );
  const lists = Object.entries(choices).map(([at, values]) => {
    const letters = lettersOf(Number(at));
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letters}2:${letters}5001">` +
      `<formula1>${escaped(`"${values.join(',')}"`)}</formula1></dataValidation>`
    );
  });
  const data: string[] = [];
  for (const [i, cells] of rows.entries()) {
    if (i % rowsAtOnce === rowsAtOnce - 1) await otherWork();
    data.push(`<row r="${i + 1}">${cells.map((text, at) => cellXml(text, at, i)).join('')}</row>`);
  }
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>${data.join('')}</sheetData>` +
    (lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : '') +
    `<ignoredErrors><ignoredError sqref="A1:${last}5001" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  );
}

function cellXml(text: string, column: number, row: number): string {
  if (text === '') return '';
  // With this mark it stays text when a user edits the cell.
  const style = row === 0 ? cellStyle.head : /^[=+\-@\t\r]/.test(text) ? cellStyle.quoted : cellStyle.text;
  const at = `${lettersOf(column)}${row + 1}`;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(asExcel(text))}</t></is></c>`;
}

/** Text as Excel writes it: characters that XML does not have as _x000B_, and such a text itself escaped. */
function asExcel(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) => {
      return `_x${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
