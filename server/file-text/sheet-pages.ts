import type { FileSheet, SheetRow, TextPage } from '#domain/ground/file-text.ts';
import { cleanLines, type TextPages } from './pages.ts';

/** Collects the rows of a sheet: as pages of text, a line for each row, and as cells. */

/** Rows of one page of a sheet: its page is named after them. */
const rowsPerPage = 40;

/** Columns of a sheet whose cells are kept. The cells of a wider one would mostly be empty. */
const columnsMost = 100;

export class SheetPages {
  readonly #name: string;
  readonly #pages: TextPages;
  #page: { n: number; text: string }[] = [];
  #rows: SheetRow[] = [];
  #isWide = false;

  /** @param name empty for a file that is one sheet */
  constructor(name: string, pages: TextPages) {
    this.#name = name;
    this.#pages = pages;
  }

  /** Adds a row. @param cells texts by column; empty ones may be absent */
  add(n: number, cells: readonly (string | undefined)[]): void {
    const text = cells.filter((cell) => cell !== undefined && cell.trim() !== '').join(' | ');
    if (text === '') return;
    this.#isWide ||= cells.length > columnsMost;
    if (!this.#isWide)
      this.#rows.push({ n, cells: Array.from(cells, (cell = '') => cleanLines(cell).replaceAll('\n', ' ')) });
    if (this.#page[0] !== undefined && n >= this.#page[0].n + rowsPerPage) this.#endPage();
    this.#page.push({ n, text });
  }

  /** Ends the sheet. @returns its cells, unless it is too wide */
  end(): FileSheet[] {
    this.#endPage();
    return this.#isWide || this.#rows.length === 0 ? [] : [{ name: this.#name, rows: this.#rows }];
  }

  #endPage(): void {
    const [first, last] = [this.#page[0], this.#page.at(-1)];
    if (first === undefined || last === undefined) return;
    const page: TextPage['page'] = `${this.#name === '' ? '' : `${this.#name}!`}${first.n}:${last.n}`;
    this.#pages.add(page, this.#page.map(({ text }) => text).join('\n'));
    this.#page = [];
  }
}
