/** Tables as text for spreadsheets. Pure. */

export type CsvCell = string | number | null;

/**
 * Returns rows as CSV by RFC 4180, in UTF-8 with the mark by which spreadsheets recognize it. A text that a spreadsheet
 * would take for a formula gets an apostrophe before it, so that nothing a customer wrote is ever executed.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(fieldOf).join(',')}\r\n`).join('')}`;
}

/** Beginnings of formulas, also in full width; a tab or a line break is skipped before them. */
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

function fieldOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
