import { textIn } from '../../quantities/words.ts';
import { columnFor } from './column-asked.ts';
import { percentOf } from './figures.ts';
import { labelOf, withoutDirection } from './measures.ts';
import { headText, quantityText } from './reading-texts.ts';
import { type Column, figureAt } from './table.ts';
import { placesText, type Result, type Task, withinColumns } from './task.ts';

/** Computes the coulombic efficiency of a cycle from what was charged and discharged in it. */
export function coulombicOf({ table, question, found, inKorean }: Task): Result | undefined {
  const of = (direction: 'charge' | 'discharge') =>
    columnFor(table, { name: 'capacity', direction }, question.text)?.columns.filter(
      ({ measure }) => measure?.direction === direction,
    );
  const [[out, otherOut] = [], [into, otherInto] = []] = [of('discharge'), of('charge')];
  if (out === undefined || into === undefined || found.column === undefined || found.asked.length === 0)
    return undefined;
  const rows = found.asked.flatMap((each) => each.rows);
  const columns = [found.column, ...withinColumns(table, found), into, out];
  const shown: Result = {
    rows,
    columns,
    marked: rows.flatMap((row) => [into, out].map((column) => ({ row, column }))),
  };
  if (otherOut !== undefined || otherInto !== undefined || !areAlike(out, into)) return shown;
  const lines = found.asked.map(({ condition, rows: [row] }) => {
    const [part, whole] = [out, into].map((column) => (row === undefined ? undefined : figureAt(table, row, column)));
    const percent =
      part === undefined || whole === undefined || part.unit !== whole.unit ? undefined : percentOf(part, whole);
    if (part === undefined || whole === undefined || percent === undefined) return undefined;
    const place = placesText([...found.within, condition], inKorean);
    const name = textIn(labelOf('coulombic'), inKorean);
    const figures = `${quantityText(part, out)} / ${quantityText(whole, into)}`;
    return `${inKorean ? `${place}의 ${name}` : `${name} at ${place}`} = ${headText(out)} / ${headText(into)} = ${figures} = **${percent}**`;
  });
  return lines.includes(undefined) ? shown : { ...shown, text: lines.join('\n') };
}

/** Whether two columns have the same unit. Without units, their heads must say the same but for the direction. */
function areAlike(a: Column, b: Column): boolean {
  return a.unit === b.unit && (a.unit !== '' || withoutDirection(a.head) === withoutDirection(b.head));
}
