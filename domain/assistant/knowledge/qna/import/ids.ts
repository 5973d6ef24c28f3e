import type { QnaFields } from '../fields.ts';
import { fitOf } from './alike.ts';
import { idColumn, type ImportTarget } from './heads.ts';
import { fieldsOfRow } from './row-fields.ts';
import type { TableRow } from './table.ts';

/** Lists people make have columns such as "No" or "Id" that only count their rows. */

/**
 * Returns whether the column that is called like the ids of Q&As has them. Only rows whose question fits the Q&A with
 * that id show it; a column under our own head needs no proof unless it counts the rows.
 */
export function areIds(
  rows: readonly TableRow[],
  heads: readonly string[],
  mapping: readonly ImportTarget[],
  stored: ReadonlyMap<string, QnaFields>,
): boolean {
  const at = mapping.indexOf('id');
  const idOf = (row: TableRow): string => (row.cells[at] ?? '').trim();
  const named = rows.filter((row) => stored.has(idOf(row)));
  const fitting = named.filter((row) => {
    const before = stored.get(idOf(row));
    return before !== undefined && fitOf(before, fieldsOfRow(row.cells, mapping)) === 'alike';
  });
  const isOurs = heads[at]?.trim().toLowerCase() === idColumn.toLowerCase();
  if (isCount(rows.map(idOf))) return fitting.length > 0 && fitting.length * 2 >= named.length;
  return isOurs || fitting.length > 0 || rows.every((row) => idOf(row) === '');
}

/** Whether texts count rows: 1, 2, 3, or 1., 2., 3., from any number on; rows that are not counted have none. */
function isCount(texts: readonly string[]): boolean {
  const numbers = texts.filter((text) => text !== '').map((text) => /^0*(\d{1,9})[.)]?$/.exec(text)?.[1]);
  return (
    numbers.length > 1 &&
    numbers.every((digits, i) => digits !== undefined && Number(digits) === Number(numbers[0]) + i)
  );
}
