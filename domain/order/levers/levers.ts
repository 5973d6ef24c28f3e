import { isOpen } from '../data/check.ts';
import { checksOf } from '../checks/checks.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { withChanges } from '../fields/presets.ts';
import { quoteOf } from '../price/price.ts';
import type { RateCard } from '../data/rate-card.ts';
import { leverRows, type LeverCode, type Proposal } from './lever-rows.ts';

/** A change of an order with what it does to the price. */
export interface Lever extends Proposal {
  code: LeverCode;
  /** Integer cents by which the price changes; negative where it falls. */
  difference: number;
}

/** Levers that are shown at once. */
const mostLevers = 3;

/**
 * Finds the changes that lower the price of an order most, one of each kind: the price of the changed order is computed
 * by the same function. More cells count with what those cells would cost without the next discount. A change is left out if
 * the changed order could not be placed, or if it needs a tick that the order does not have.
 */
export function leversOf(doc: OrderDoc, card: RateCard): Lever[] {
  const { total, lines } = quoteOf(doc, card);
  const cells = asNumber(doc['quantity']) ?? 1;
  const built = lines.filter(({ code }) => code === 'assembly' || code === 'formation');
  const perCell = built.reduce((sum, { amount }) => sum + amount, 0) / cells;
  const priced = leverRows.flatMap(({ code, proposals }) =>
    proposals(doc, card).map((proposal) => {
      const next = withChanges(doc, proposal.changes);
      const difference = quoteOf(next, card).total - total;
      const added = (asNumber(next['quantity']) ?? cells) - cells;
      return { lever: { ...proposal, code, difference }, next, gain: perCell * added - difference };
    }),
  );
  const known = new Set(checksOf(doc).map(({ path, code }) => `${path} ${code}`));
  const canBePlaced = (next: OrderDoc) =>
    checksOf(next).every(
      (check) => !isOpen(check) || (check.level === 'warn' && known.has(`${check.path} ${check.code}`)),
    );
  const found: Lever[] = [];
  for (const { lever, next, gain } of priced.toSorted((a, b) => b.gain - a.gain)) {
    if (gain <= 0 || found.length === mostLevers) break;
    if (!found.some(({ code }) => code === lever.code) && canBePlaced(next)) found.push(lever);
  }
  return found;
}
