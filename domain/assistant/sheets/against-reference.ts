import { textIn } from '../../quantities/words.ts';
import { columnFor, type ColumnsFound } from './column-asked.ts';
import { decimalText, type Figure, percentOf } from './figures.ts';
import type { Condition } from './indexes.ts';
import { labelOf, type Measure } from './measures.ts';
import { headText, placeText, quantityText } from './reading-texts.ts';
import { type AskedRows, cycleColumn, firstCycle, inOrder } from './rows-asked.ts';
import { type Column, figureAt } from './table.ts';
import {
  columnAt,
  noteOfOther,
  placesText,
  referenceText,
  type Result,
  severalText,
  type Task,
  withinColumns,
} from './task.ts';

/** Compares cycles with a reference cycle: what is kept of the capacity, and differences. */

/** Computes the share of the capacity of a reference cycle. */
export function retentionOf(task: Task, measure: Measure): Result | undefined {
  const { table, question, found, inKorean } = task;
  const columns = columnFor(table, { ...measure, name: 'capacity' }, question.text);
  const pairs = pairsOf(task);
  if (columns === undefined || pairs === undefined) return undefined;
  const name = textIn(labelOf('retention'), inKorean);
  return compared(task, columns, pairs, ({ column, from, to, part, whole }) => {
    const percent = percentOf(part, whole);
    if (percent === undefined) return undefined;
    const names = [to, from].map((each) => columnAt(column, [each], inKorean));
    const place = placesText([...found.within, to], inKorean);
    const head = inKorean ? `${place}의 ${name}` : `${name} at ${place}`;
    const figures = [part, whole].map((figure) => quantityText(figure, column));
    return `${head} = ${names.join(' / ')} = ${figures.join(' / ')} = **${percent}**`;
  });
}

/** Computes what a measure lost or gained between two cycles. */
export function differenceOf(task: Task, measure: Measure): Result | undefined {
  const columns = columnFor(task.table, measure, task.question.text);
  const pairs = pairsOf(task);
  if (columns === undefined || pairs === undefined) return undefined;
  const { inKorean } = task;
  return compared(task, columns, pairs, ({ column, from, to, part, whole }) => {
    const decimals = Math.max(part.decimals, whole.decimals);
    const figures = [part, whole].map((figure) => decimalText(figure.value, figure.decimals));
    const unit = part.unit === '' ? column.unit : part.unit;
    const result = decimalText(part.value - whole.value, decimals);
    const head = inKorean
      ? `${placeText(from, true)}에서 ${placeText(to, true)}까지 ${headText(column)}의 변화`
      : `Change of ${headText(column)} from ${placeText(from, false)} to ${placeText(to, false)}`;
    return `${head} = ${figures.join(' − ')} = **${result}${unit === '' ? '' : ` ${unit}`}**`;
  });
}

interface Pair {
  from: AskedRows;
  to: AskedRows;
  /** Whether the question did not name the first row: it is the first of the sheet. */
  isAssumed: boolean;
}

/** Pairs each cycle with its reference: the one that the question names, else the first of the sheet. */
function pairsOf({ table, question, found }: Task): Pair[] | undefined {
  const column = cycleColumn(table);
  if (column === undefined || found.column !== column || found.asked.length === 0) return undefined;
  const order = inOrder(
    table,
    found.asked.flatMap(({ rows }) => rows),
    column,
  );
  const sorted = order.flatMap((row) => found.asked.find(({ rows }) => rows[0] === row) ?? []);
  const [from, to] = sorted;
  const isPair = question.hasReference || question.asking === 'difference';
  if (isPair && from !== undefined && to !== undefined && sorted.length === 2) return [{ from, to, isAssumed: false }];
  const reference = firstCycle(table, found.group);
  if (reference === undefined) return undefined;
  return sorted.map((each) => ({ from: reference, to: each, isAssumed: true }));
}

interface Comparison {
  column: Column;
  from: Condition;
  to: Condition;
  part: Figure;
  whole: Figure;
}

/** Writes a line for each pair; none when a cell or the column is not certain. */
function compared(
  { table, found, inKorean }: Task,
  { columns, other }: ColumnsFound,
  pairs: readonly Pair[],
  lineOf: (comparison: Comparison) => string | undefined,
): Result {
  const [column, second] = columns;
  const rows = pairs.flatMap(({ from, to }) => [...from.rows, ...to.rows]);
  const marked = pairs.flatMap(({ to }) => to.rows.flatMap((row) => columns.map((each) => ({ row, column: each }))));
  const needed = [...(found.column === undefined ? [] : [found.column]), ...withinColumns(table, found), ...columns];
  const shown: Result = { rows, columns: needed, marked };
  if (column === undefined) return shown;
  if (second !== undefined) return { ...shown, text: severalText(columns, inKorean) };
  const lines = pairs.map(({ from, to }) => {
    const [part, whole] = [to, from].map(({ rows: [row] }) =>
      row === undefined ? undefined : figureAt(table, row, column),
    );
    if (part === undefined || whole === undefined || part.unit !== whole.unit) return undefined;
    return lineOf({ column, from: from.condition, to: to.condition, part, whole });
  });
  const written = lines.filter((line) => line !== undefined);
  if (written.length < lines.length) return shown;
  const assumed = pairs.find(({ isAssumed }) => isAssumed);
  const reference = assumed === undefined ? [] : [referenceText(assumed.from.condition, inKorean)];
  const notes = [...reference, ...noteOfOther(other, column, inKorean)].join(' ');
  return { ...shown, text: [written.join('\n'), ...(notes === '' ? [] : [notes])].join('\n\n') };
}
