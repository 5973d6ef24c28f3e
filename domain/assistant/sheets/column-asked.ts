import type { Measure } from './measures.ts';
import type { Column, Table } from './table.ts';

/** Finds the columns of a table that hold a measure. */

export interface ColumnsFound {
  /** One, or several that could be meant. */
  columns: Column[];
  /** Column of the other direction, when the question named none. */
  other?: Column;
}

/** Finds the column of a measure. Without a direction, the discharge is meant. @returns undefined when there is none */
export function columnFor({ columns }: Table, measure: Measure, question: string): ColumnsFound | undefined {
  const all = columns.filter((column) => column.measure?.name === measure.name);
  const of = (direction: Measure['direction']) => all.filter((column) => column.measure?.direction === direction);
  const order: readonly Measure['direction'][] =
    measure.direction === undefined ? [undefined, 'discharge', 'charge'] : [measure.direction, undefined];
  const found = order.map(of).find((each) => each.length > 0);
  if (found === undefined) return undefined;
  const named = found.filter(({ unit }) => unit !== '' && hasWord(question, unit));
  const chosen = found.length > 1 && named.length > 0 ? named : found;
  const [other] = measure.direction === undefined && chosen[0]?.measure?.direction === 'discharge' ? of('charge') : [];
  return other === undefined ? { columns: chosen } : { columns: chosen, other };
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[\s,?()]+/).includes(word);
}
