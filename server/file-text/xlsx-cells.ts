import { importLimits } from '#domain/qna/import/limits.ts';
import { addressOf, type CellMark, lettersOf, type TableRow } from '#domain/qna/import/table.ts';
import { storableText } from '#domain/text.ts';
import { BadTable } from './bad-table.ts';
import { dateText } from './xlsx-dates.ts';
import { TextState } from './xlsx-strings.ts';
import type { XmlHandler } from './xml.ts';

interface Workbook {
  strings: readonly string[];
  /** Which styles of cells show a date. */
  styles: readonly boolean[];
  isFrom1904: boolean;
}

/** Collects the cells of the sheets of a workbook. @throws BadTable at the first row, cell or character too many */
export class Cells {
  readonly #workbook: Workbook;
  #sheet = '';
  #rows: TableRow[] = [];
  #merges: { first: { column: number; row: number }; last: { column: number; row: number } }[] = [];
  // over all sheets
  #cells = 0;
  #chars = 0;
  #mergeCount = 0;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  /** Returns the rows of the sheet that was read. */
  take(): TableRow[] {
    for (const merge of this.#merges) this.#fill(merge);
    const rows = this.#rows.filter(({ cells }) => cells.some((text) => text !== ''));
    if (rows.length > importLimits.rows + 1) throw new BadTable('tooManyRows', this.#sheet);
    this.#rows = [];
    this.#merges = [];
    return rows;
  }

  /** Returns the handler that reads a sheet. */
  ofSheet(name: string): XmlHandler {
    this.#sheet = name;
    let row: TableRow = { n: 0, cells: [] };
    let column = -1;
    let cell: RawCell = { ...emptyCell };
    let isValue = false;
    const state = new TextState();
    return {
      open: (element, { r: at = '', t: type = 'n', s: style = '', hidden, ref = '' }) => {
        state.open(element);
        if (element === 'row') {
          row = { n: /^\d{1,7}$/.test(at) ? Number(at) : row.n + 1, cells: [] };
          if (hidden === '1' || hidden === 'true') row.isHidden = true;
          column = -1;
        } else if (element === 'c') {
          column = addressOf(at)?.column ?? column + 1;
          cell = { type, style: Number(style), text: '', hasFormula: false };
        } else if (element === 'v') isValue = true;
        else if (element === 'f') cell.hasFormula = true;
        else if (element === 'mergeCell') this.#merge(ref);
      },
      text: (text) => {
        if (isValue || state.isText) cell.text += text;
        // A cell is checked while it grows, because its text may be the whole file.
        if (cell.text.length > importLimits.cellChars) this.#fail('cellTooLong', column, row.n);
      },
      close: (element) => {
        state.close(element);
        if (element === 'v') isValue = false;
        else if (element === 'c') this.#put(row, column, this.#textOf(cell), markOf(cell));
        else if (element === 'row' && row.cells.length > 0) {
          this.#rows.push(row);
          if (this.#rows.length > importLimits.rows + 1) throw new BadTable('tooManyRows', name);
        }
      },
    };
  }

  /** Stores the content of a cell: a formula without a result is content too. */
  #put(row: TableRow, column: number, text: string, mark: CellMark | undefined): void {
    if (text.trim() === '' && mark !== 'noResult') return;
    if (column >= importLimits.columns) this.#fail('tooManyColumns', column, row.n);
    this.#cells++;
    this.#chars += text.length;
    if (this.#cells > importLimits.cells) this.#fail('tooManyCells', column, row.n);
    if (this.#chars > importLimits.chars) this.#fail('tooManyChars', column, row.n);
    if (text.length > importLimits.cellChars) this.#fail('cellTooLong', column, row.n);
    while (row.cells.length < column) row.cells.push('');
    row.cells[column] = text;
    if (mark !== undefined) row.marks = { ...row.marks, [column]: mark };
  }

  #textOf({ type, style, text }: RawCell): string {
    const { strings, styles, isFrom1904 } = this.#workbook;
    if (type === 's') return cleaned(strings[Number(text)] ?? '');
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
    if (type !== 'n') return cleaned(text);
    if (text === '') return '';
    const number = Number(text);
    if (styles[style] === true) return dateText(number, isFrom1904) ?? text;
    // Excel stores 0.1 + 0.2 with 17 digits and shows 15.
    return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : cleaned(text);
  }

  #merge(ref: string): void {
    const [from = '', to = ''] = ref.split(':');
    const [first, last] = [addressOf(from), addressOf(to)];
    if (++this.#mergeCount > importLimits.merges) throw new BadTable('tooManyMerges', this.#sheet);
    if (first !== undefined && last !== undefined) this.#merges.push({ first, last });
  }

  /** Gives all rows of a merged cell its text. Only rows that have other content get it, and only its first column. */
  #fill({ first, last }: { first: { column: number; row: number }; last: { row: number } }): void {
    if (first.column >= importLimits.columns || last.row === first.row) return;
    const from = this.#rows.findIndex(({ n }) => n >= first.row);
    const top = this.#rows[from];
    const text = top?.n === first.row ? (top.cells[first.column] ?? '') : '';
    if (text === '') return;
    for (let at = from + 1; (this.#rows[at]?.n ?? Infinity) <= last.row; at++) {
      const row = this.#rows[at];
      if (row !== undefined && (row.cells[first.column] ?? '') === '') this.#put(row, first.column, text, 'merged');
    }
  }

  #fail(
    problem: 'cellTooLong' | 'tooManyColumns' | 'tooManyCells' | 'tooManyChars',
    column: number,
    row: number,
  ): never {
    throw new BadTable(problem, `${this.#sheet}!${lettersOf(Math.max(0, column))}${row}`);
  }
}

interface RawCell {
  type: string;
  style: number;
  text: string;
  hasFormula: boolean;
}

const emptyCell: RawCell = { type: 'n', style: 0, text: '', hasFormula: false };

function markOf({ type, text, hasFormula }: RawCell): CellMark | undefined {
  if (type === 'e') return 'error';
  if (!hasFormula) return undefined;
  return text === '' ? 'noResult' : 'formula';
}

/** Text as it is stored: line breaks of one kind, and the characters that Excel writes as _x000D_. */
function cleaned(text: string): string {
  const decoded = text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return storableText(decoded)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '');
}
