import { parseCellAddress, type CellMark } from '#domain/assistant/knowledge/qna/import/table.ts';
import { cleanName, cutText } from '#domain/ground/text.ts';
import { type NumberFormat, numberFormat, shownNumber, shownText } from './number-formats.ts';
import { cleanText, RichText, sharedStrings } from './xlsx-strings.ts';
import { stylesOf } from './xlsx-styles.ts';
import { readXml, relationsFrom } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Reads Excel files (.xlsx), cell by cell, as a person sees them in Excel. Formulas are not evaluated. */

export const workbookPart = 'xl/workbook.xml';

/** Longest name of a sheet that Excel accepts. */
const sheetNameChars = 31;

interface SheetPart {
  name: string;
  isHidden: boolean;
  part: string;
}

/** Callbacks for the rows and cells of a sheet, in the order of the file. */
export interface SheetReader {
  row?(n: number, isHidden: boolean): void;
  /** Called while the text of a cell grows, because it may be the whole file. */
  grow?(chars: number, column: number): void;
  /** @param column counted from 0 */
  cell(column: number, text: string, mark: CellMark | undefined): void;
  endRow(): void;
  merge?(ref: string): void;
}

export interface Workbook {
  sheets: SheetPart[];
  read(sheet: SheetPart, reader: SheetReader): Promise<void>;
}

/** Opens a workbook: its sheets, in their order, without charts, which have no cells. */
export async function openWorkbook(parts: ZipParts): Promise<Workbook> {
  const relations = await relationsFrom(parts, workbookPart);
  const sheets: SheetPart[] = [];
  let isFrom1904 = false;
  await readXml(parts, workbookPart, {
    open(element, { name = '', state, date1904, 'r:id': id = '' }) {
      if (element === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
      const part = relations.get(id);
      if (element !== 'sheet' || part === undefined || !parts.has(part)) return;
      const isHidden = state === 'hidden' || state === 'veryHidden';
      sheets.push({ name: cutText(cleanName(name), sheetNameChars), isHidden, part });
    },
  });
  const targets = [...relations.values()];
  const partEndingWith = (end: string) => targets.find((target) => target.toLowerCase().endsWith(end));
  const strings = await sharedStrings(parts, partEndingWith('/sharedstrings.xml'));
  const styles = await stylesOf(parts, partEndingWith('/styles.xml'));
  const texts = new CellTexts(strings, styles, isFrom1904);
  return { sheets, read: (sheet, reader) => readSheet(parts, sheet.part, texts, reader) };
}

async function readSheet(parts: ZipParts, part: string, texts: CellTexts, reader: SheetReader): Promise<void> {
  let row = 0;
  let column = -1;
  let cell: RawCell = emptyCell;
  let isValue = false;
  const text = new RichText();
  await readXml(parts, part, {
    open(element, attributes) {
      const { r: at = '', t: type = 'n', s: style = '', hidden, ref = '' } = attributes;
      if (element === 'row') {
        row = /^\d{1,7}$/.test(at) ? Number(at) : row + 1;
        column = -1;
        reader.row?.(row, hidden === '1' || hidden === 'true');
      } else if (element === 'c') {
        column = parseCellAddress(at)?.column ?? column + 1;
        cell = { type, style: Number(style), value: '', hasFormula: false };
        text.clear();
      } else if (element === 'v') isValue = true;
      else if (element === 'f') cell.hasFormula = true;
      else if (element === 'mergeCell') reader.merge?.(ref);
      else text.open(element, attributes);
    },
    text(more) {
      if (isValue) cell.value += more;
      else text.text(more);
      reader.grow?.(cell.value.length + text.length, column);
    },
    close(element) {
      if (element === 'v') isValue = false;
      else if (element === 'c') {
        const shown = cell.type === 'inlineStr' ? text.shown() : '';
        reader.cell(column, texts.textOf(cell, shown), markOf(cell));
      } else if (element === 'row') reader.endRow();
      else text.close(element);
    },
  });
}

interface RawCell {
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
}

const emptyCell: RawCell = { type: 'n', style: 0, value: '', hasFormula: false };

const plain = numberFormat(0);

/** Makes the texts of cells from what the file stores. */
class CellTexts {
  readonly #strings: readonly string[];
  readonly #styles: readonly NumberFormat[];
  readonly #isFrom1904: boolean;

  constructor(strings: readonly string[], styles: readonly NumberFormat[], isFrom1904: boolean) {
    this.#strings = strings;
    this.#styles = styles;
    this.#isFrom1904 = isFrom1904;
  }

  textOf({ type, style, value }: RawCell, inline: string): string {
    const format = this.#styles[style] ?? plain;
    if (type === 's') return shownText(this.#strings[Number(value)] ?? '', format);
    if (type === 'inlineStr') return shownText(inline, format);
    if (type === 'b') return /^(?:1|true)$/.test(value) ? 'TRUE' : 'FALSE';
    if (type === 'd') return isoDay(value);
    if (type !== 'n') return shownText(cleanText(value), type === 'str' ? format : plain);
    const number = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : Number.NaN;
    return Number.isFinite(number) ? shownNumber(number, format, this.#isFrom1904) : cleanText(value);
  }
}

/** Returns a day that is stored as ISO text in the form of all other days. */
function isoDay(value: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(value) ?? [];
  if (day === undefined) return cleanText(value);
  const shown = (time ?? '00:00').replace(/(?<=:\d\d):00$/, '');
  return shown === '00:00' ? day : `${day} ${shown}`;
}

function markOf({ type, value, hasFormula }: RawCell): CellMark | undefined {
  if (type === 'e') return 'error';
  if (!hasFormula) return undefined;
  return value === '' ? 'noResult' : 'formula';
}
