import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import {
  parseCellAddress,
  type CellMark,
  lettersOf,
  type TableRow,
} from '#domain/assistant/knowledge/qna/import/table.ts';
import { BadTable } from './bad-table.ts';
import type { SheetReader } from './xlsx-workbook.ts';

/** Collects the cells of the sheets of a workbook. @throws BadTable at the first row, cell or character too many */
export class TableCells implements SheetReader {
  #sheet = '';
  #row: TableRow = { n: 0, cells: [] };
  #rows: TableRow[] = [];
  #merges: { first: { column: number; row: number }; last: { column: number; row: number } }[] = [];
  // over all sheets
  #cells = 0;
  #chars = 0;
  #mergeCount = 0;

  /** Begins a sheet. */
  begin(sheet: string): void {
    this.#sheet = sheet;
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

  row(n: number, isHidden: boolean): void {
    this.#row = isHidden ? { n, cells: [], isHidden } : { n, cells: [] };
  }

  grow(chars: number, column: number): void {
    if (chars > importLimits.cellChars) this.#fail('cellTooLong', column, this.#row.n);
  }

  cell(column: number, text: string, mark: CellMark | undefined): void {
    this.#put(this.#row, column, text, mark);
  }

  endRow(): void {
    if (this.#row.cells.length === 0) return;
    this.#rows.push(this.#row);
    if (this.#rows.length > importLimits.rows + 1) throw new BadTable('tooManyRows', this.#sheet);
  }

  merge(ref: string): void {
    const [from = '', to = ''] = ref.split(':');
    const [first, last] = [parseCellAddress(from), parseCellAddress(to)];
    if (++this.#mergeCount > importLimits.merges) throw new BadTable('tooManyMerges', this.#sheet);
    if (first !== undefined && last !== undefined) this.#merges.push({ first, last });
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
