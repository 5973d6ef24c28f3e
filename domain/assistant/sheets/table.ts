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

/** Returns the table of a sheet, or undefined when its heads cannot be told from its values. */
export function tableOf(rows: readonly SheetRow[]): Table | undefined {
  const mark = decimalMarkOf(rows.slice(0, headRowsMost * 2).flatMap(({ cells }) => cells));
  const isNumber = (cell: string | undefined) => figureOf(cell ?? '', mark) !== undefined;
  for (const [at, row] of rows.slice(0, headRowsMost).entries()) {
    const first = rows[at + 1];
    if (first === undefined) return undefined;
    if (!isHead(row, isNumber) || first.cells.filter(isNumber).length === 0) continue;
    const key = first.cells.findIndex((cell) => cell !== '');
    const isAlike = (each: SheetRow) => isNumber(each.cells[key]) === isNumber(first.cells[key]);
    const isValue = (each: SheetRow) => isAlike(each) && (each.cells[key] ?? '') !== '';
    const below = rows.slice(at + 1);
    const end = below.findIndex((each) => !isValue(each));
    const values = end < 0 ? below : below.slice(0, end);
    const rest = end < 0 ? [] : below.slice(end);
    const columns = columnsOf(row, rows[at - 1], isNumber);
    // A list of names with values looks the same, but has no column that is known.
    const known = columns.filter(({ measure, index }) => measure !== undefined || index !== undefined);
    if (known.length === 0 || values.length < 2) continue;
    return { columns, rows: values, mark, isWhole: !rest.some((each) => each.cells.filter(isNumber).length >= 2) };
  }
  return undefined;
}

/** Returns the number in a cell of a table. */
export function figureAt({ mark }: Pick<Table, 'mark'>, row: SheetRow, column: Column): Figure | undefined {
  return figureOf(row.cells[column.at] ?? '', mark);
}

function isHead({ cells }: SheetRow, isNumber: (cell: string) => boolean): boolean {
  const full = cells.filter((cell) => cell !== '');
  return (
    full.length >= 2 && cells.length <= columnsMost && !full.some(isNumber) && full.some((cell) => /\p{L}/u.test(cell))
  );
}

const units = /^(?:m?Ah(?:\/(?:g|cm2|cm²))?|m?Wh(?:\/(?:kg|g|l))?|m?[VAW]|%|°C|℃|m?Ω|m?ohm|s|min|h|C)$/i;

/** Takes names and units of the heads, also when they stand in two rows. */
function columnsOf({ cells }: SheetRow, above: SheetRow | undefined, isNumber: (cell: string) => boolean): Column[] {
  const full = cells.filter((cell) => cell !== '');
  const isOfUnits = full.every((cell) => units.test(cell.replace(/^[([]|[)\]]$/g, '')));
  const names = isOfUnits && above !== undefined && isHead(above, isNumber) ? above.cells : undefined;
  return Array.from({ length: Math.max(cells.length, names?.length ?? 0) }, (_, at) => {
    const cell = cells[at] ?? '';
    const bare = cell.replace(/^[([]|[)\]]$/g, '');
    const head = names === undefined ? cell : [names[at] ?? '', bare === '' ? '' : `(${bare})`].join(' ').trim();
    return columnOf(head, at);
  }).filter(({ head }) => head !== '');
}

function columnOf(head: string, at: number): Column {
  const found = /^(.*?)\s*(?:[([]\s*([^()[\]]+?)\s*[)\]]|[/,_]\s*(\S+))$/.exec(head);
  const unit = found?.[2] ?? found?.[3] ?? '';
  const isUnit = units.test(unit);
  const name = (isUnit ? (found?.[1] ?? '') : head)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.\s]+/g, ' ')
    .trim();
  return {
    at,
    head,
    unit: isUnit ? unit : '',
    measure: measureOfHead(name, isUnit ? unit : ''),
    index: indexOfHead(name),
  };
}
