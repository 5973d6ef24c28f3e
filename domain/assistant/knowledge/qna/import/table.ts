import { type ErrorCode, Refusal } from '../../../../ground/errors.ts';

/** The cells of an Excel file as they were read, before their meaning is known. */

export interface TableSheet {
  name: string;
  isHidden: boolean;
  /** Rows that have content, from the top. */
  rows: TableRow[];
}

export interface TableRow {
  /** Number in the sheet, from 1. */
  n: number;
  isHidden?: true;
  /** Texts by column, from A; empty for cells without content. */
  cells: string[];
  /** Marks of special cells, by column. */
  marks?: Record<number, CellMark>;
}

export type CellMark =
  /** The text is the result that the file has stored for a formula. */
  | 'formula'
  /** A formula whose result is not stored. */
  | 'noResult'
  /** An error of Excel, such as #N/A. */
  | 'error'
  /** The text of a merged cell, which stands in its first cell only. */
  | 'merged';

/**
 * Reasons why a file has no table that can be read: the error and a sentence each; `{{where}}` is the sheet or
 * cell. Translations: admin.json, under `qnaImport.fileProblem`.
 */
export const tableProblems = {
  notExcel: ['IMPORT_TYPE', 'Only allow Excel file'],
  encrypted: ['IMPORT_UNREADABLE', 'This file is protected by a password. Save it without one, then choose it again.'],
  broken: ['IMPORT_UNREADABLE', 'This file is damaged. Open it in Excel, save it as .xlsx, then choose it again.'],
  timedOut: ['IMPORT_TOO_COMPLEX', 'Reading this file takes too long. Copy the rows into QA_format.xlsx.'],
  tooManyParts: ['IMPORT_TOO_COMPLEX', 'This file has too many parts. Copy the rows into QA_format.xlsx.'],
  tooManyBytes: ['IMPORT_TOO_COMPLEX', 'This file takes too much memory. Copy the rows into QA_format.xlsx.'],
  tooManySheets: ['IMPORT_TOO_COMPLEX', 'This file has more than 50 sheets. Remove those without Q&As.'],
  tooManyRows: ['IMPORT_TOO_COMPLEX', 'Sheet "{{where}}" has more than 5,000 rows. Split it into several files.'],
  tooManyColumns: ['IMPORT_TOO_COMPLEX', 'The cell {{where}} is beyond column CV. Remove what no field needs.'],
  tooManyCells: ['IMPORT_TOO_COMPLEX', 'This file has too many cells, at {{where}}. Split it into several files.'],
  tooManyChars: ['IMPORT_TOO_COMPLEX', 'This file has too much text, at {{where}}. Split it into several files.'],
  cellTooLong: ['IMPORT_TOO_COMPLEX', 'The cell {{where}} has more than 50,000 characters. Shorten it.'],
  tooManyMerges: ['IMPORT_TOO_COMPLEX', 'Sheet "{{where}}" has too many merged cells. Unmerge them.'],
  empty: [
    'IMPORT_UNREADABLE',
    'This file has no rows. Write the Q&As below the column headings, then choose it again.',
  ],
} as const satisfies Record<string, readonly [code: ErrorCode, sentence: string]>;

export type TableProblem = keyof typeof tableProblems;

/** Returns the refusal of a file with this problem. */
export function refusalOfTable(problem: TableProblem, where = ''): Refusal {
  const [code, sentence] = tableProblems[problem];
  return new Refusal(
    code,
    { problem, where },
    sentence.replace('{{where}}', () => where),
  );
}

/** Result of reading a file; `where` names the sheet or cell of a problem, as Excel does. */
export type TableReading = { sheets: TableSheet[] } | { problem: TableProblem; where?: string };

/** Returns the letters of a column, counted from 0: A, B, …, Z, AA. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Returns the column, counted from 0, and the row, counted from 1, of an address such as B7; undefined for another text. */
export function parseCellAddress(text: string): { column: number; row: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(text) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return { column: column - 1, row: Number(digits) };
}
