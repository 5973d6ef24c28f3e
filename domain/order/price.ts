import { sha256Hex } from '../hash.ts';
import { canonicalJson } from '../json.ts';
import type { OrderDoc, Quote, QuoteLine } from './order.ts';

/** The price of an order as it stands; deterministic, in integer cents, so that both sides name the same price by its hash. */
export function quoteOf(doc: OrderDoc): Quote {
  const lines: QuoteLine[] = doc['service'] === undefined ? [] : [];
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const price = { currency: 'EUR', lines, subtotal, tax: 0, total: subtotal, rateCardVersion: 'example-1' };
  return { ...price, hash: sha256Hex(canonicalJson(price)) };
}
