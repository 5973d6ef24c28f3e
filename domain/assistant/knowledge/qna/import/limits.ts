import { MB } from '../../../../ground/units.ts';

/** Limits of an import of Q&As from an Excel file, for the screen and the server. */
export const importLimits = {
  /** Largest file, in bytes, inclusive. */
  fileBytes: 10 * MB,
  // the content of the file: what exceeds it is refused as too complex
  /** Parts in the archive, and bytes that the parts that are read inflate to. */
  parts: 1_000,
  inflatedBytes: 64 * MB,
  sheets: 50,
  /** Rows of a sheet that have content, without the row of heads. */
  rows: 5_000,
  /** Columns of a sheet: the last one that may have content. */
  columns: 100,
  /** Cells of all sheets that have content. */
  cells: 200_000,
  /** Characters of a cell, and of all cells. A string that many cells share counts once for each. */
  cellChars: 50_000,
  chars: 20_000_000,
  merges: 10_000,
  styles: 70_000,
  // the reply
  /** Rows among which the row of heads is looked for. */
  headRows: 10,
  previewRows: 5,
  previewChars: 120,
  listedProblems: 1_000,
  listedChanges: 200,
  changeChars: 400,
  listedImports: 50,
  /** A file that was checked and not imported is forgotten after this time, in hours. */
  keptHours: 24,
} as const;
