import type { OrderDoc } from '#domain/order/order.ts';
import { withChanges, type Change } from '#domain/order/presets.ts';
import type { TypedFields } from './typed-fields.ts';

/**
 * Returns a function that computes changes from the order as it is at this moment: with every key that was typed, which
 * the rest of the wizard may not follow yet, and with the changes computed before that the order does not show yet.
 */
export function orderAhead(
  fields: Pick<TypedFields, 'edited'>,
): (changesOf: (doc: OrderDoc) => Change[]) => { changes: Change[]; before: OrderDoc } {
  let based = fields.edited();
  let ahead = based;
  return (changesOf) => {
    const edited = fields.edited();
    if (edited !== based) ahead = edited;
    based = edited;
    const before = ahead;
    const changes = changesOf(before);
    ahead = withChanges(before, changes);
    return { changes, before };
  };
}
