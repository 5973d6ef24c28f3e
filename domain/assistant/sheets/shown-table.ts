import type { SheetRow } from '../../ground/file-text.ts';
import { cutText } from '../../ground/text.ts';
import { figureAt, type Column, type Table } from './table.ts';

/** Rows of a sheet as a table in Markdown. Text of the file is not trusted: nothing in a cell is Markdown. */

export interface ShownRows {
  rows: readonly SheetRow[];
  /** Columns that come first; others fill up. */
  columns?: readonly Column[];
  /** Cells in bold. */
  marked?: readonly { row: SheetRow; column: Column }[];
}

const columnsMost = 6;
const cellChars = 60;

/** Returns some rows of a table in Markdown. A row of dots stands for rows that are left out. */
export function shownTable(table: Table, { rows, columns = [], marked = [] }: ShownRows): string {
  const others = table.columns.filter((column) => !columns.includes(column));
  // On a phone, only the first columns are in view.
  const shown = [...new Set([...columns, ...others.slice(0, Math.max(0, columnsMost - columns.length))])];
  const places = [...new Set(rows.map((row) => table.rows.indexOf(row)))].toSorted((a, b) => a - b);
  const lines = places.flatMap((place, i) => {
    const row = table.rows[place];
    if (row === undefined) return [];
    const cells = shown.map((column) => {
      const text = plainCell(row.cells[column.at] ?? '');
      const isMarked = marked.some((each) => each.row === row && each.column === column);
      return isMarked && text !== '' ? `**${text}**` : text;
    });
    const isAfterGap = i > 0 && place > (places[i - 1] ?? 0) + 1;
    return [...(isAfterGap ? [shown.map(() => '…')] : []), cells];
  });
  const aligned = shown.map((column) =>
    rows.some((row) => figureAt(table, row, column) !== undefined) ? '---:' : '---',
  );
  return [shown.map(({ head }) => plainCell(head)), aligned, ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Returns the text of a cell without anything that Markdown reads. */
export function plainCell(text: string): string {
  const plain = text
    .replaceAll(/[|*`[\]$\\<>~]/g, ' ')
    .replaceAll('://', ': //')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(plain, cellChars, '…');
}
