import type { OrderDoc } from '../data/order.ts';
import { changesOfTypical } from '../fields/presets.ts';

/** An order as it is drawn: every empty field of the design holds its typical value. */
export interface DrawnDoc {
  doc: OrderDoc;
  /** Paths that the order does not give and that are drawn with a typical value. */
  assumed: ReadonlySet<string>;
}

/**
 * Fills the empty fields of an order with typical values, as the button of the cell step would, without writing them.
 * Typical values that need another typical value come with a second round.
 */
export function drawnDocOf(doc: OrderDoc): DrawnDoc {
  const assumed = new Set<string>();
  const drawn = { ...doc };
  for (let round = 0; round < 2; round++) {
    const changes = changesOfTypical(drawn);
    for (const { path, value } of changes) {
      assumed.add(path);
      drawn[path] = value;
    }
  }
  return { doc: drawn, assumed };
}
