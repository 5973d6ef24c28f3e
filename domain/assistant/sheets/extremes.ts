import { columnFor } from './column-asked.ts';
import { decimalText } from './figures.ts';
import type { Measure } from './measures.ts';
import { headText, quantityText } from './reading-texts.ts';
import { cycleColumn } from './rows-asked.ts';
import { figureAt } from './table.ts';
import { noteOfOther, placeOf, type Result, type Task, withinColumns } from './task.ts';

/** Finds the smallest or the largest value of a column, or their mean. */
export function extremeOf({ table, question, found, inKorean }: Task, measure: Measure): Result | undefined {
  const columns = columnFor(table, measure, question.text);
  const [column, second] = columns?.columns ?? [];
  if (columns === undefined || column === undefined) return undefined;
  const full = found.group.filter((row) => (row.cells[column.at] ?? '') !== '');
  const read = full.flatMap((row) => {
    const figure = figureAt(table, row, column);
    return figure === undefined ? [] : [{ row, figure }];
  });
  const isCertain =
    second === undefined &&
    table.isWhole &&
    read.length === full.length &&
    read.every(({ figure }) => figure.unit === read[0]?.figure.unit);
  const ends = [...full.slice(0, 2), ...full.slice(-2)];
  const index = cycleColumn(table) ?? table.columns.find((each) => each.index !== undefined && each !== column);
  const shown = [...(index === undefined ? [] : [index]), ...withinColumns(table, found), ...columns.columns];
  const [first] = read;
  if (!isCertain || first === undefined) return { rows: ends, columns: shown };
  const note = noteOfOther(columns.other, column, inKorean);
  if (question.asking === 'mean') {
    const sum = read.reduce((total, { figure }) => total + figure.value, 0);
    const decimals = Math.max(...read.map(({ figure }) => figure.decimals));
    const mean = quantityText({ ...first.figure, value: sum / read.length, decimals: decimals + 1 }, column);
    const head = inKorean ? `${headText(column)}의 평균` : `Mean of ${headText(column)}`;
    const count = inKorean ? `(행 ${read.length}개)` : `(${read.length} rows)`;
    const line = `${head} = ${decimalText(sum, decimals)} / ${read.length} = **${mean}** ${count}`;
    return { rows: ends, columns: shown, text: [line, ...note].join('\n\n') };
  }
  const best = read.reduce((a, b) =>
    (question.asking === 'most' ? b.figure.value > a.figure.value : b.figure.value < a.figure.value) ? b : a,
  );
  const where = index === undefined ? '' : placeOf(index, best.row, inKorean);
  const name = question.asking === 'most' ? (inKorean ? '최댓값' : 'Maximum') : inKorean ? '최솟값' : 'Minimum';
  const value = quantityText(best.figure, column);
  const line = inKorean
    ? `${headText(column)}의 ${name}: **${value}**${where === '' ? '' : ` (${where})`}.`
    : `${name} of ${headText(column)}: **${value}**${where === '' ? '' : `, at ${where}`}.`;
  return { rows: [best.row], columns: shown, marked: [{ row: best.row, column }], text: [line, ...note].join('\n\n') };
}
