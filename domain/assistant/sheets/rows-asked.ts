import type { SheetRow } from '../../ground/file-text.ts';
import { figureOf } from './figures.ts';
import type { Condition, IndexName } from './indexes.ts';
import { type Column, figureAt, type Table } from './table.ts';

/** Finds the rows of a table that a question names. */

/** The rows for one value that was asked for, such as cycle 500. */
export interface AskedRows {
  condition: Condition;
  rows: SheetRow[];
}

export interface RowsFound {
  /** The column by which the rows are named, if the question names any. */
  column: Column | undefined;
  /** The rows that the other conditions leave, such as those of one cell. */
  group: SheetRow[];
  /** The conditions that made the group. */
  within: Condition[];
  asked: AskedRows[];
}

/**
 * Finds the rows of these conditions. Conditions of a kind that no column has are left out.
 * @returns undefined when two columns could be meant
 */
export function rowsAsked(table: Table, conditions: readonly Condition[]): RowsFound | undefined {
  const kinds = [...new Set(conditions.map(({ index }) => index))];
  const columns = new Map<IndexName, Column>();
  for (const kind of kinds) {
    const [column, other] = table.columns.filter(({ index }) => index === kind);
    if (other !== undefined) return undefined;
    if (column !== undefined) columns.set(kind, column);
  }
  const known = conditions.filter(({ index }) => columns.has(index));
  // The kinds come in the order of `indexes.ts`: the cycle first.
  const [main] = known;
  const within = known.filter(({ index }) => index !== main?.index);
  const group = table.rows.filter((row) =>
    within.every((each) => within.some((other) => other.index === each.index && holds(table, row, columns, other))),
  );
  const asked = known
    .filter(({ index }) => index === main?.index)
    .map((condition) => ({ condition, rows: matching(table, group, columns, condition) }));
  return { column: main === undefined ? undefined : columns.get(main.index), group, within, asked };
}

/** The only column of the cycle; undefined when there are none or two. */
export function cycleColumn({ columns }: Table): Column | undefined {
  const [column, other] = columns.filter(({ index }) => index === 'cycle');
  return other === undefined ? column : undefined;
}

/** The row of the first cycle; undefined when there is none, or it has several rows. */
export function firstCycle(table: Table, rows: readonly SheetRow[]): AskedRows | undefined {
  const column = cycleColumn(table);
  if (column === undefined) return undefined;
  const [first, second] = inOrder(table, rows, column);
  const value = first === undefined ? undefined : figureAt(table, first, column);
  if (first === undefined || value === undefined) return undefined;
  if (second !== undefined && figureAt(table, second, column)?.value === value.value) return undefined;
  return { condition: { index: 'cycle', value: value.text }, rows: [first] };
}

/** The rows in the order of a column, without those whose number cannot be read. */
export function inOrder(table: Table, rows: readonly SheetRow[], column: Column): SheetRow[] {
  return rows
    .flatMap((row) => {
      const figure = figureAt(table, row, column);
      return figure === undefined ? [] : [{ row, value: figure.value }];
    })
    .toSorted((a, b) => a.value - b.value)
    .map(({ row }) => row);
}

function matching(
  table: Table,
  group: readonly SheetRow[],
  columns: ReadonlyMap<IndexName, Column>,
  condition: Condition,
): SheetRow[] {
  const column = columns.get(condition.index);
  if (condition.value !== 'last' || column === undefined)
    return group.filter((row) => holds(table, row, columns, condition));
  const last = inOrder(table, group, column).at(-1);
  const value = last === undefined ? undefined : figureAt(table, last, column)?.value;
  return group.filter((row) => value !== undefined && figureAt(table, row, column)?.value === value);
}

function holds(
  table: Table,
  row: SheetRow,
  columns: ReadonlyMap<IndexName, Column>,
  { index, value }: Condition,
): boolean {
  const column = columns.get(index);
  if (column === undefined) return false;
  const figure = figureAt(table, row, column);
  const asked = figureOf(value, '.');
  if (figure !== undefined && asked !== undefined) return Math.abs(figure.value - asked.value) < 1e-9;
  const text = (row.cells[column.at] ?? '').trim().toUpperCase();
  // "Cell 3" names the third cell, also where the column itself holds "Cell 3".
  return text === value || (index === 'cell' && text.replace(/^(?:CELL|SAMPLE|셀|시료)\s*#?\s*/, '') === value);
}
