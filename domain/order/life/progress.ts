import { countShippableCells } from '../data/cells.ts';
import type { Order } from '../data/order.ts';
import { buildsCells } from '../data/services.ts';
import { progressSteps, statusRows } from './status.ts';

/** Progress of an order as its customer sees it. It never runs backwards. */

interface CustomerProgress {
  /** Index in `progressSteps`; null for an order that ended early. */
  step: number | null;
  /** Whether the results are there and the cells that were built are still to be sent. */
  awaitsGoods: boolean;
}

/** Returns the progress of an order. With its results, an order is delivered only if no goods follow them. */
export function progressOf(order: Pick<Order, 'status' | 'doc' | 'number' | 'cells'>): CustomerProgress {
  const { step } = statusRows[order.status];
  const awaitsGoods = order.status === 'done' && buildsCells(order.doc) && countShippableCells(order) !== 0;
  return { step: awaitsGoods ? progressSteps.indexOf('Test') : step, awaitsGoods };
}
