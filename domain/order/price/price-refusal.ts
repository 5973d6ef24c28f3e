import { isMissing, type Check } from '../data/check.ts';
import { checksOf } from '../checks/checks.ts';
import type { Order, OrderDoc, Quote } from '../data/order.ts';
import { quoteOf } from './price.ts';
import type { RateCard } from '../data/rate-card.ts';

/** Rules about texts that have no price. */
const changesNoPrice: ReadonlySet<string> = new Set(['RECIPE_IN_NOTES', 'NOT_AN_EMAIL']);

/**
 * Returns the rule because of which an order has no price: a cell or a test that cannot be ordered as it is, such as
 * fewer cells than are built. A number of cells goes before all others, because it is changed most easily. A missing
 * value, as in a new order, costs nothing yet, and a value that this version cannot read is reported elsewhere.
 * @param checks those of the order, where they have been computed already
 */
export function priceRefusal(doc: OrderDoc, checks: readonly Check[] = checksOf(doc)): Check | undefined {
  const broken = checks.filter(
    (check) =>
      check.level === 'block' && check.text !== undefined && !isMissing(check) && !changesNoPrice.has(check.code),
  );
  return broken.find(({ path }) => path === 'quantity') ?? broken[0];
}

/** A price as it is shown, or the rule because of which there is none. */
export type PriceOrRefusal = { quote: Quote; refusal?: undefined } | { quote?: undefined; refusal: Check };

/** Returns the price of a document that is not placed. @param checks its checks, where they have been computed already */
export function pricedDoc(doc: OrderDoc, card: RateCard, checks?: readonly Check[]): PriceOrRefusal {
  const refusal = priceRefusal(doc, checks);
  return refusal === undefined ? { quote: quoteOf(doc, card) } : { refusal };
}

/**
 * Returns the price of an order: the one agreed at placing, with its own rate card; that of a draft, also of one that
 * came back from review, is computed.
 */
export function priceOf(
  { status, doc, quote }: Pick<Order, 'status' | 'doc' | 'quote'>,
  card: RateCard,
): PriceOrRefusal {
  return status === 'draft' || quote === null ? pricedDoc(doc, card) : { quote };
}
