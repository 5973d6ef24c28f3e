import { readCsv } from '#domain/ground/csv-reader.ts';
import type { FileSheet, TextPage } from '#domain/ground/file-text.ts';
import { textOfBytes } from '#domain/ground/text-encoding.ts';
import { fileTextChars, TextPages } from './pages.ts';
import { SheetPages } from './sheet-pages.ts';
import { Unreadable } from './unreadable.ts';

/** Reads files that are text: tables with separators, and plain text. */

/** Reads a table, a line for each record. */
export function readCsvFile(bytes: Buffer): { pages: TextPage[]; sheets: FileSheet[] } {
  const pages = new TextPages();
  const sheet = new SheetPages('', pages);
  for (const { line, cells } of readCsv(textOf(bytes))) sheet.add(line, cells);
  const sheets = sheet.end();
  return { pages: pages.done(), sheets };
}

/** Reads plain text as one page. */
export function readPlainText(bytes: Buffer): { pages: TextPage[] } {
  const pages = new TextPages();
  pages.add(1, textOf(bytes));
  return { pages: pages.done() };
}

/** @throws Unreadable before much too long a text is taken apart */
function textOf(bytes: Buffer): string {
  const text = textOfBytes(bytes);
  if (text.length > 2 * fileTextChars) throw new Unreadable('tooLong');
  return text;
}
