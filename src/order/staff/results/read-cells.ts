import { plainText } from '#domain/ground/figure/plain-text.ts';
import { serialOf } from '#domain/order/data/cell-serial.ts';

/** Reads which cells a user means: numbers and ranges such as `1-4, 7`, typed serials, and codes of scanned labels. */

/** The numbers, or the part of the text that names no cell of the order. */
export type ReadCells = { numbers: number[] } | { unread: string };

/** @param cells number of cells that the order has, with those that are about to be added */
export function readCells(text: string, { number, cells }: { number: string; cells: number }): ReadCells {
  const numbers = new Set<number>();
  // A range may have its dash apart, and any dash: 1 – 4 and 1~4.
  const plain = plainText(text).replaceAll(/(?<![\w-]\d*)(\d{1,5}) ?[-~] ?(?=\d{1,5}(?![\w-]))/g, '$1-');
  for (const part of plain.split(/[,;\s]+/).filter(Boolean)) {
    const found = rangeIn(part, number);
    if (found === undefined || found[0] < 1 || found[1] < found[0] || found[1] > cells) return { unread: part };
    for (let n = found[0]; n <= found[1]; n++) numbers.add(n);
  }
  return { numbers: [...numbers] };
}

function rangeIn(part: string, order: string): [number, number] | undefined {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
  if (first !== undefined) return [Number(first), Number(last)];
  const serial = (/[?&]cell=([^&]+)/.exec(part)?.[1] ?? part).toUpperCase();
  const n = Number(/-C(\d+)-/.exec(serial)?.[1]);
  return serialOf(order, n) === serial ? [n, n] : undefined;
}
