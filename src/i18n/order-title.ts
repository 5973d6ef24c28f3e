import type { OrderDoc } from '#domain/order/data/order.ts';
import { isBlank } from '#domain/ground/text.ts';

/** Returns the title the customer gave the order, or undefined where it is missing or blank. */
export function titleOf(order: { doc: OrderDoc }): string | undefined {
  const title = order.doc['title'];
  return typeof title === 'string' && !isBlank(title) ? title : undefined;
}
