import { isMissing, type Check } from './check.ts';
import { checksOf } from './checks.ts';
import type { OrderDoc } from './order.ts';

/**
 * Returns the rule because of which an order has no price: a cell or a test that cannot be ordered as it is, such as
 * fewer cells than are built. A number of cells goes before all others, because it is changed most easily. What is not
 * there yet, as in a new order, only costs nothing yet, and a value that this version cannot read is said elsewhere.
 * @param checks those of the order, where they have been computed already
 */
export function priceRefusal(doc: OrderDoc, checks: readonly Check[] = checksOf(doc)): Check | undefined {
  const broken = checks.filter(
    (check) =>
      check.level === 'block' && check.text !== undefined && !isMissing(check) && check.code !== 'RECIPE_IN_NOTES',
  );
  return broken.find(({ path }) => path === 'quantity') ?? broken[0];
}
