import { textIn } from '../../quantities/words.ts';
import type { SheetRow } from '../../ground/file-text.ts';
import type { Condition } from './indexes.ts';
import { indexLabel } from './indexes.ts';
import type { TableQuestion } from './question.ts';
import { headText, placeText } from './reading-texts.ts';
import type { RowsFound } from './rows-asked.ts';
import type { ShownRows } from './shown-table.ts';
import type { Column, Table } from './table.ts';

/** Parts that all computations with the rows of a table share. */

export interface Result extends ShownRows {
  /** The value that is asked for, or the result; absent when a cell or a column is not certain. */
  text?: string;
  /** Set when the sheet lacks the row that is asked for. */
  isMissing?: true;
}

/** A question about a table, and the rows that it names. */
export interface Task {
  table: Table;
  question: TableQuestion;
  found: RowsFound;
  inKorean: boolean;
}

/** Names a row by several columns: "cell 3, cycle 500". */
export function placesText(conditions: readonly Condition[], inKorean: boolean): string {
  return conditions.map((condition) => placeText(condition, inKorean)).join(', ');
}

/** Names the value of a column in a row: "“Capacity” at cycle 500". */
export function columnAt(column: Column, conditions: readonly Condition[], inKorean: boolean): string {
  const place = placesText(conditions, inKorean);
  return inKorean ? `${place}의 ${headText(column)}` : `${headText(column)} at ${place}`;
}

/** Names a row by the column that names rows; empty when its cell is. */
export function placeOf(column: Column, row: SheetRow, inKorean: boolean): string {
  const value = row.cells[column.at] ?? '';
  return column.index === undefined || value === '' ? '' : placeText({ index: column.index, value }, inKorean);
}

/** The columns of the conditions beside the main one, such as that of the cell. */
export function withinColumns({ columns }: Table, { within }: RowsFound): Column[] {
  return columns.filter(({ index }) => within.some((condition) => condition.index === index));
}

/** Says that the discharge was taken, where the sheet has the charge too. */
export function noteOfOther(other: Column | undefined, used: Column | undefined, inKorean: boolean): string[] {
  if (other === undefined || used === undefined) return [];
  return [
    inKorean
      ? `${headText(used)} 열을 썼습니다. 시트에는 ${headText(other)} 열도 있습니다.`
      : `${headText(used)} is used; the sheet has ${headText(other)} too.`,
  ];
}

/** Says with which cycle the others are compared when the question names none. */
export function referenceText(condition: Condition, inKorean: boolean): string {
  return inKorean
    ? `기준은 시트의 첫 ${textIn(indexLabel('cycle'), true)}인 ${placeText(condition, true)}입니다.`
    : `The reference is ${placeText(condition, false)}, the first in the sheet.`;
}

/** Says which columns could be meant. */
export function severalText(columns: readonly Column[], inKorean: boolean): string {
  const heads = columns.map(headText);
  return inKorean
    ? `여러 열이 해당됩니다: ${heads.join(', ')}. 하나를 골라 다시 물어보세요.`
    : `Several columns could be meant: ${heads.join(', ')}. Ask for one of them.`;
}
