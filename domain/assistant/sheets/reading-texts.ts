import { textIn } from '../../quantities/words.ts';
import { decimalText, type Figure } from './figures.ts';
import { type Condition, indexLabel } from './indexes.ts';
import { inOrder, type AskedRows, type RowsFound } from './rows-asked.ts';
import { plainCell } from './shown-table.ts';
import type { Column, Table } from './table.ts';

/** Sentences about the rows of a sheet, in English and Korean. */

/** Values that are listed one by one; of more, the first and the last are named. */
const listedMost = 8;

/** Says which rows there are instead of those that were asked for. */
export function missingText(table: Table, { column, group, within, asked }: RowsFound, inKorean: boolean): string {
  // The other conditions have no row, such as those of a cell.
  const conditions =
    group.length === 0 ? within : asked.filter(({ rows }) => rows.length === 0).map(({ condition }) => condition);
  const named = conditions.map((condition) => placeText(condition, inKorean)).join(', ');
  const there = group.length === 0 || column === undefined ? '' : valuesText(table, group, column, inKorean);
  if (inKorean) return `시트에 ${named}의 행이 없습니다.${there === '' ? '' : ` 있는 값: ${there}.`}`;
  return `The sheet has no row for ${named}.${there === '' ? '' : ` It has ${there}.`}`;
}

/** Says that several rows have what should name one. */
export function repeatedText({ condition, rows }: AskedRows, inKorean: boolean): string {
  const named = placeText(condition, inKorean);
  return inKorean
    ? `시트에 ${named}의 행이 ${rows.length}개 있어 계산하지 않았습니다.`
    : `The sheet has ${rows.length} rows for ${named}, so nothing is computed.`;
}

/** Names a row: "cycle 500", "사이클 500". */
export function placeText({ index, value }: Condition, inKorean: boolean): string {
  const label = textIn(indexLabel(index), inKorean);
  if (value === 'last') return inKorean ? `마지막 ${label}` : `the last ${label}`;
  if (index === 'temperature') return `${value} °C`;
  return index === 'rate' ? `${value}C` : `${label} ${value}`;
}

/** Names a column as the sheet does. */
export function headText({ head }: Column): string {
  return `“${plainCell(head)}”`;
}

/** A number with the unit of its cell or its column. */
export function quantityText(figure: Figure, { unit }: Column): string {
  const text = decimalText(figure.value, figure.decimals);
  const own = figure.unit === '' ? unit : figure.unit;
  return own === '' ? text : `${text} ${plainCell(own)}`;
}

function valuesText(table: Table, group: AskedRows['rows'], column: Column, inKorean: boolean): string {
  const label = column.index === undefined ? '' : textIn(indexLabel(column.index), inKorean);
  const sorted = inOrder(table, group, column);
  const texts = [
    ...new Set((sorted.length === 0 ? group : sorted).map((row) => plainCell(row.cells[column.at] ?? ''))),
  ].filter((text) => text !== '');
  if (texts.length <= listedMost) return `${label} ${texts.join(', ')}`;
  const [first = '', last = ''] = [texts[0], texts.at(-1)];
  return inKorean
    ? `${label} ${first}부터 ${last}까지 ${texts.length}개`
    : `${texts.length} values of ${label}, from ${first} to ${last}`;
}
