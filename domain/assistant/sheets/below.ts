import type { SheetRow } from '../../ground/file-text.ts';
import { columnFor } from './column-asked.ts';
import { percentOf } from './figures.ts';
import { headText, placeText, quantityText } from './reading-texts.ts';
import { cycleColumn, firstCycle, inOrder } from './rows-asked.ts';
import { type Column, figureAt } from './table.ts';
import { noteOfOther, placeOf, type Result, type Task, withinColumns } from './task.ts';

/** A cycle with its share in percent, and how the share is written. */
interface Share {
  row: SheetRow;
  percent: number;
  text: string;
}

/** Finds the first cycle whose share lies below the one that is asked for. */
export function computeBelow(task: Task): Result | undefined {
  const { table, question, found, inKorean } = task;
  const cycle = cycleColumn(table);
  const { below, measure = { name: 'capacity' } } = question;
  if (below === undefined || cycle === undefined) return undefined;
  const direct = columnFor(table, measure.name === 'capacity' ? { name: 'retention' } : measure, question.text);
  const isOfCapacity = measure.name === 'capacity' || measure.name === 'retention';
  const columns =
    direct ?? (isOfCapacity ? columnFor(table, { ...measure, name: 'capacity' }, question.text) : undefined);
  const [column, second] = columns?.columns ?? [];
  if (columns === undefined || column === undefined) return undefined;
  const rows = inOrder(table, found.group, cycle);
  const needed = [cycle, ...withinColumns(table, found), ...columns.columns];
  const shares =
    second !== undefined || !table.isWhole || rows.length < found.group.length
      ? undefined
      : direct === undefined
        ? sharesOfFirst(task, rows, column)
        : sharesIn(task, rows, column);
  if (shares === undefined) return { rows: [...rows.slice(0, 2), ...rows.slice(-2)], columns: needed };
  const isBelow = ({ percent }: Share) => (below.orAt ? percent <= below.percent : percent < below.percent);
  const first = shares.find(isBelow);
  const shown = first ?? shares.reduce((a, b) => (b.percent < a.percent ? b : a));
  const place = placeOf(cycle, shown.row, inKorean);
  const limit = inKorean ? (below.orAt ? '이하' : '미만') : below.orAt ? 'at or below' : 'below';
  const lines = [
    first === undefined
      ? inKorean
        ? `${below.percent} % ${limit}인 사이클이 없습니다. 가장 낮은 것은 ${place}입니다: ${shown.text}.`
        : `No cycle is ${limit} ${below.percent} %. The lowest is ${place}: ${shown.text}.`
      : inKorean
        ? `처음으로 ${below.percent} % ${limit}인 사이클: **${place}**: ${shown.text}.`
        : `First cycle ${limit} ${below.percent} %: **${place}**: ${shown.text}.`,
    ...noteOfOther(columns.other, column, inKorean),
  ];
  return {
    rows: [...rows.slice(0, 1), shown.row],
    columns: needed,
    marked: [{ row: shown.row, column }],
    text: lines.join('\n\n'),
  };
}

/** Returns the shares that a column has, in percent. */
function sharesIn({ table }: Task, rows: readonly SheetRow[], column: Column): Share[] | undefined {
  const shares = rows.flatMap((row): Share[] => {
    const figure = figureAt(table, row, column);
    if (figure === undefined || (figure.unit === '' ? column.unit : figure.unit) !== '%') return [];
    return [{ row, percent: figure.value, text: `${headText(column)} ${quantityText(figure, column)}` }];
  });
  return shares.length === rows.length ? shares : undefined;
}

/** Computes the shares of the value of the first cycle. */
function sharesOfFirst({ table, inKorean }: Task, rows: readonly SheetRow[], column: Column): Share[] | undefined {
  const reference = firstCycle(table, rows);
  const [row] = reference?.rows ?? [];
  const whole = row === undefined ? undefined : figureAt(table, row, column);
  if (reference === undefined || whole === undefined) return undefined;
  const shares = rows.flatMap((each): Share[] => {
    const part = figureAt(table, each, column);
    const percent = part === undefined || part.unit !== whole.unit ? undefined : percentOf(part, whole);
    if (part === undefined || percent === undefined) return [];
    const place = placeText(reference.condition, inKorean);
    const formula = `${quantityText(part, column)} / ${quantityText(whole, column)} = ${percent}`;
    const text = inKorean
      ? `${formula} (${place}의 ${headText(column)} 기준)`
      : `${formula} of ${headText(column)} at ${place}`;
    return [{ row: each, percent: (100 * part.value) / whole.value, text }];
  });
  return shares.length === rows.length ? shares : undefined;
}
