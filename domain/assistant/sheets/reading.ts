import type { SheetRow } from '../../ground/file-text.ts';
import { isKorean } from '../../quantities/korean.ts';
import { compute } from './compute.ts';
import { columnFor } from './column-asked.ts';
import { type TableQuestion, tableQuestionOf } from './question.ts';
import { missingText, repeatedText } from './reading-texts.ts';
import { rowsAsked, type RowsFound } from './rows-asked.ts';
import { shownTable } from './shown-table.ts';
import { type Table, tableOf } from './table.ts';
import type { Result } from './task.ts';

/** Answers questions from the table of a sheet: the rows that are asked for, and what is computed from them. */

export interface SheetReading {
  /** The rows in Markdown, with the asked cells in bold. */
  table: string;
  /** Numbers of the first and the last row that is shown. */
  first: number;
  last: number;
  /** The value that is asked for, or the result; absent when only the table is certain. */
  text?: string;
  /** Set when the sheet lacks the row that is asked for: the table shows others. */
  isMissing?: true;
}

/** Rows that are shown for one value that several rows have. */
const repeatedMost = 6;

/** Reads a sheet for a question. @returns undefined when the question asks nothing of the sheet's table */
export function readingOf(question: string, rows: readonly SheetRow[]): SheetReading | undefined {
  const asked = tableQuestionOf(question);
  if (asked === undefined) return undefined;
  const table = tableOf(rows);
  if (table === undefined) return undefined;
  const found = rowsAsked(table, asked.conditions);
  if (found === undefined) return undefined;
  const result = resultOf(table, asked, found);
  if (result === undefined) return undefined;
  const shown = result.rows.toSorted((a, b) => a.n - b.n);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { text, isMissing } = result;
  return {
    table: shownTable(table, result),
    first: first.n,
    last: last.n,
    ...(text === undefined ? {} : { text }),
    ...(isMissing === undefined ? {} : { isMissing }),
  };
}

/** Shows the rows of a sheet's table with these lines of text. @returns undefined when there are none */
export function tableOfLines(lines: readonly string[], rows: readonly SheetRow[]): SheetReading | undefined {
  const table = tableOf(rows);
  if (table === undefined) return undefined;
  const asked = new Set(lines);
  const shown = table.rows.filter(({ cells }) => asked.has(cells.filter((cell) => cell !== '').join(' | ')));
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { table: shownTable(table, { rows: shown }), first: first.n, last: last.n };
}

function resultOf(table: Table, question: TableQuestion, found: RowsFound): Result | undefined {
  const inKorean = isKorean(question.text);
  const { column, asked, group } = found;
  const missing = asked.filter(({ rows }) => rows.length === 0);
  if (column !== undefined && (missing.length > 0 || group.length === 0)) {
    const rows = group.length === 0 ? table.rows : group;
    const ends = [...rows.slice(0, 2), ...rows.slice(-2)];
    // A sheet with other values below may have the row there.
    if (!table.isWhole) return { rows: ends, columns: [column], isMissing: true };
    return { rows: ends, columns: [column], isMissing: true, text: missingText(table, found, inKorean) };
  }
  const repeated = asked.find(({ rows }) => rows.length > 1);
  if (column !== undefined && repeated !== undefined) {
    const rows = repeated.rows.slice(0, repeatedMost);
    return { rows, columns: [column], text: repeatedText(repeated, inKorean) };
  }
  const result = compute({ table, question, found, inKorean });
  if (result !== undefined) return { ...result, rows: withNeighbours(table, result) };
  // The row is there, but not the column.
  if (column === undefined || asked.length === 0) return undefined;
  const rows = asked.flatMap((each) => each.rows);
  const wanted = question.measure === undefined ? undefined : columnFor(table, question.measure, question.text);
  return { rows: withNeighbours(table, { rows }), columns: [column, ...(wanted?.columns ?? [])] };
}

/** Adds the rows before and after those with marked cells. */
function withNeighbours({ rows }: Table, { rows: asked, marked }: Pick<Result, 'rows' | 'marked'>): SheetRow[] {
  const around = (marked?.map(({ row }) => row) ?? asked).flatMap((row) => {
    const at = rows.indexOf(row);
    return rows.slice(Math.max(0, at - 1), at + 2);
  });
  return [...new Set([...asked, ...around])];
}
