import { columnFor } from './column-asked.ts';
import type { Measure } from './measures.ts';
import { quantityText } from './reading-texts.ts';
import { figureAt } from './table.ts';
import { columnAt, noteOfOther, type Result, type Task, withinColumns } from './task.ts';

/** Returns the cells that are asked for. @returns undefined when the table has no column of the measure */
export function valueOf({ table, question, found, inKorean }: Task, measure: Measure): Result | undefined {
  const columns = columnFor(table, measure, question.text);
  if (columns === undefined || found.column === undefined || found.asked.length === 0) return undefined;
  const marked = found.asked.flatMap(({ rows }) =>
    rows.flatMap((row) => columns.columns.map((column) => ({ row, column }))),
  );
  const lines = found.asked.flatMap(({ condition, rows: [row] }) =>
    columns.columns.flatMap((column) => {
      const figure = row === undefined ? undefined : figureAt(table, row, column);
      if (figure === undefined) return [];
      const name = columnAt(column, [...found.within, condition], inKorean);
      return [`${name}: **${quantityText(figure, column)}**`];
    }),
  );
  const rows = found.asked.flatMap((each) => each.rows);
  const isReadable = marked.every(({ row, column }) => figureAt(table, row, column) !== undefined);
  return {
    rows,
    columns: [found.column, ...withinColumns(table, found), ...columns.columns],
    marked,
    ...(isReadable
      ? { text: [lines.join('\n'), ...noteOfOther(columns.other, columns.columns[0], inKorean)].join('\n\n') }
      : {}),
  };
}
