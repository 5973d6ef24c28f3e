import type { TextPage } from '#domain/ground/file-text.ts';
import { fileTextChars, TextPages } from './pages.ts';
import { Unreadable } from './unreadable.ts';
import { openWorkbook, type SheetReader } from './xlsx-workbook.ts';
import type { ZipParts } from './zip-parts.ts';

/** Rows of one page of a sheet: its page is named after them. */
const rowsPerPage = 40;

/** Reads the cells of an Excel file, a line for each row. Sheets that are hidden are left out. */
export async function readXlsx(parts: ZipParts): Promise<TextPage[]> {
  const workbook = await openWorkbook(parts);
  const pages = new TextPages();
  for (const sheet of workbook.sheets) {
    if (sheet.isHidden) continue;
    const rows = new PagesOfRows(sheet.name, pages);
    await workbook.read(sheet, rows);
    rows.flush();
  }
  return pages.done();
}

/** Collects the rows of a sheet into pages. */
class PagesOfRows implements SheetReader {
  readonly #sheet: string;
  readonly #pages: TextPages;
  #row = 0;
  #rows: { n: number; text: string }[] = [];
  #cells: string[] = [];

  constructor(sheet: string, pages: TextPages) {
    this.#sheet = sheet;
    this.#pages = pages;
  }

  row(n: number): void {
    this.#row = n;
  }

  grow(chars: number): void {
    if (chars > fileTextChars) throw new Unreadable('tooLong');
  }

  cell(_column: number, text: string): void {
    if (text.trim() !== '') this.#cells.push(text);
  }

  endRow(): void {
    const text = this.#cells.join(' | ');
    this.#cells = [];
    if (text === '') return;
    if (this.#rows[0] !== undefined && this.#row >= this.#rows[0].n + rowsPerPage) this.flush();
    this.#rows.push({ n: this.#row, text });
  }

  flush(): void {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)];
    if (first === undefined || last === undefined) return;
    this.#pages.add(`${this.#sheet}!${first.n}:${last.n}`, this.#rows.map(({ text }) => text).join('\n'));
    this.#rows = [];
  }
}
