import type { OrderDoc } from '../data/order.ts';
import { orderJsonText } from './order-json.ts';
import { readOrderJson } from './order-json-read.ts';
import type { ValueChange } from './presets.ts';

/**
 * Returns the values of a new order with the same design and tests, which get new ids. Ticks are left out, because they
 * confirm what was shown then; and so are values that this version of the fields does not allow, as in an import.
 */
export function copiedChanges(doc: OrderDoc, newId: () => string): ValueChange[] {
  const read = readOrderJson(orderJsonText(doc), newId);
  return 'problem' in read ? [] : read.changes;
}
