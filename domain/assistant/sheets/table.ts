import type { SheetRow } from '../../ground/file-text.ts';
import { type DecimalMark, decimalMarkOf, type Figure, figureOf } from './figures.ts';
import { type IndexName, indexOfHead } from './indexes.ts';
import { type Measure, measureOfHead } from './measures.ts';

/** Finds the table of a sheet: a row of heads, and rows of values below it. */

export interface Column {
  at: number;
  /** As the sheet has it, with its unit. */
  head: string;
  /** Unit in the head; empty when there is none. */
  unit: string;
  measure: Measure | undefined;
  /** Half of the last digit of its longest number: spreadsheets leave out zeros at the end. */
  within: number;
  /** Set when the column names rows, as "cycle" does. */
  index: IndexName | undefined;
}

export interface Table {
  columns: Column[];
  rows: SheetRow[];
  mark: DecimalMark;
  /** Whether the sheet has no further values: what is not in the table is then not in the sheet. */
  isWhole: boolean;
}

/** Rows in which the heads are looked for. */
const headRowsMost = 40;
/** Columns in which heads and values are looked for. */
const columnsMost = 200;

/** Returns the table of a sheet, or undefined when its heads cannot be distinguished from its values. */
export function tableOf(rows: readonly SheetRow[]): Table | undefined {
  const mark = decimalMarkOf(rows.slice(0, headRowsMost * 2).flatMap(({ cells }) => cells));
  const isNumber = (cell: string | undefined) => figureOf(cell ?? '', mark) !== undefined;
  for (const [at, row] of rows.slice(0, headRowsMost).entries()) {
    const first = rows[at + 1];
    if (first === undefined) return undefined;
    const before = rows[at - 1];
    const names = hasOnlyUnits(row) && before !== undefined && isHead(before, isNumber) ? before : undefined;
    const isAboveValues = first.cells.some(isNumber);
    if (!isAboveValues || (names === undefined && !isHead(row, isNumber))) continue;
    const key = first.cells.findIndex((cell) => cell !== '');
    const isAlike = (each: SheetRow) => isNumber(each.cells[key]) === isNumber(first.cells[key]);
    const isValue = (each: SheetRow) => isAlike(each) && (each.cells[key] ?? '') !== '';
    const below = rows.slice(at + 1);
    const end = below.findIndex((each) => !isValue(each));
    const values = end < 0 ? below : below.slice(0, end);
    const rest = end < 0 ? [] : below.slice(end);
    const columns = columnsOf(row, names);
    // A list of names with values looks the same, but has no column that is known.
    const known = columns.filter(({ measure, index }) => measure !== undefined || index !== undefined);
    if (known.length === 0 || values.length < 2) continue;
    for (const column of columns) column.within = withinOf(values, column, mark);
    return { columns, rows: values, mark, isWhole: !rest.some((each) => each.cells.filter(isNumber).length >= 2) };
  }
  return undefined;
}

/** Returns the number in a cell of a table. */
export function figureAt({ mark }: Pick<Table, 'mark'>, row: SheetRow, column: Column): Figure | undefined {
  const figure = figureOf(row.cells[column.at] ?? '', mark);
  return figure === undefined ? undefined : { ...figure, within: Math.min(figure.within, column.within) };
}

function withinOf(rows: readonly SheetRow[], { at }: Column, mark: DecimalMark): number {
  return rows.reduce((least, { cells }) => Math.min(least, figureOf(cells[at] ?? '', mark)?.within ?? least), Infinity);
}

function isHead({ cells }: SheetRow, isNumber: (cell: string) => boolean): boolean {
  const full = cells.filter((cell) => cell !== '');
  return (
    full.length >= 2 && cells.length <= columnsMost && !full.some(isNumber) && full.some((cell) => /\p{L}/u.test(cell))
  );
}

const units = /^(?:m?Ah(?:\/(?:g|cm2|cm²))?|m?Wh(?:\/(?:kg|g|l))?|m?[VAW]|%|°C|℃|m?Ω|m?ohm|s|min|h|C)$/i;

/** Whether all that a row has are units, with or without brackets. */
function hasOnlyUnits({ cells }: SheetRow): boolean {
  const full = cells.filter((cell) => cell !== '');
  return full.length > 0 && full.every((cell) => units.test(bareUnit(cell)));
}

function bareUnit(cell: string): string {
  return cell.replace(/^[([]/, '').replace(/[)\]]$/, '');
}

/** Reads the heads. @param names the row of names, where the row of heads has their units alone */
function columnsOf({ cells }: SheetRow, names: SheetRow | undefined): Column[] {
  if (names === undefined) return cells.map(columnOf).filter(({ head }) => head !== '');
  return names.cells
    .map((name, at) => columnOf((cells[at] ?? '') === '' ? name : `${name} (${bareUnit(cells[at] ?? '')})`, at))
    .filter(({ head }) => head !== '');
}

function columnOf(head: string, at: number): Column {
  const found = /^(.*?)\s*[([]\s*([^()[\]]+?)\s*[)\]]$/.exec(head) ?? /^(.*?)\s*[/,_]\s*(\S+)$/.exec(head);
  const unit = found?.[2] ?? '';
  const isUnit = units.test(unit);
  const name = (isUnit ? (found?.[1] ?? '') : head)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.\s]+/g, ' ')
    .trim();
  return {
    at,
    head,
    unit: isUnit ? unit : '',
    within: Infinity,
    measure: measureOfHead(name, isUnit ? unit : ''),
    index: indexOfHead(name),
  };
}
