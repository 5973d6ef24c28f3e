import type { Order } from '../data/order.ts';

/**
 * Returns the version of an order that its user knows: the one on the screen, or the newest if all events since are
 * the user's own, of parcels, cells and reports. A screen shows a confirmed command a moment after it was taken out of
 * those that wait. A step that the user took elsewhere is to be seen first: it changes what may be done.
 * @param shown the version on the screen
 */
export function knownVersion(
  shown: number,
  order: Pick<Order, 'sseq' | 'parcels' | 'cells' | 'reports'> | undefined,
  userId: string,
): number {
  if (order === undefined || order.sseq <= shown) return shown;
  const events = [...(order.parcels ?? []), ...(order.cells ?? []), ...(order.reports ?? [])];
  const own = new Set(events.flatMap(({ by, sseq }) => (by === userId && sseq !== null && sseq > shown ? [sseq] : [])));
  return own.size === order.sseq - shown ? order.sseq : shown;
}
