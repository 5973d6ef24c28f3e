import type { FileSheet, TextPage } from '#domain/ground/file-text.ts';
import { fileTextChars, TextPages } from './pages.ts';
import { SheetPages } from './sheet-pages.ts';
import { Unreadable } from './unreadable.ts';
import { openWorkbook, type SheetReader } from './xlsx-workbook.ts';
import type { ZipParts } from './zip-parts.ts';

/** Reads the cells of an Excel file. Sheets that are hidden are left out. */
export async function readXlsx(parts: ZipParts): Promise<{ pages: TextPage[]; sheets: FileSheet[] }> {
  const workbook = await openWorkbook(parts);
  const pages = new TextPages();
  const sheets: FileSheet[] = [];
  for (const sheet of workbook.sheets) {
    if (sheet.isHidden) continue;
    const rows = new RowsOfSheet(new SheetPages(sheet.name, pages));
    await workbook.read(sheet, rows);
    sheets.push(...rows.pages.end());
  }
  return { pages: pages.done(), sheets };
}

/** Passes the rows of a sheet on. */
class RowsOfSheet implements SheetReader {
  readonly pages: SheetPages;
  #row = 0;
  #cells: string[] = [];

  constructor(pages: SheetPages) {
    this.pages = pages;
  }

  row(n: number): void {
    this.#row = n;
  }

  grow(chars: number): void {
    if (chars > fileTextChars) throw new Unreadable('tooLong');
  }

  cell(column: number, text: string): void {
    if (text.trim() !== '') this.#cells[column] = text;
  }

  endRow(): void {
    this.pages.add(this.#row, this.#cells);
    this.#cells = [];
  }
}
