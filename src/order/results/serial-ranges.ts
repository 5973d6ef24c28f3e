import type { CellChange } from '#domain/order/data/order.ts';
import { serialOf } from '#domain/order/data/cell-serial.ts';

/** Returns the serials of cells as text: the first and the last of each range. */
export function serialRanges(orderNumber: string, ranges: CellChange['ranges']): string {
  const serial = (n: number) => serialOf(orderNumber, n);
  return ranges.map(([first, last]) => [...new Set([serial(first), serial(last)])].join(' – ')).join(', ');
}
