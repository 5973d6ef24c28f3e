import { withTax } from '#domain/payment/tax.ts';
import type { SubscriptionRow } from './store/subscriptions.ts';

/** A charge as stated by the payment provider; undefined where it states nothing. */
export interface Charge {
  /** Amount in the smallest unit of the currency. */
  amount: number | undefined;
  /** Three letters, in any case. */
  currency: string | undefined;
  /** Interval, such as `month` or `3 months`; undefined for a single payment. */
  every?: string | undefined;
}

/**
 * Compares what was charged with what was ordered.
 * @returns the differences, as lines for staff; none when all is as ordered. A missing value is a difference.
 */
export function differences(
  ordered: Pick<SubscriptionRow, 'subtotal' | 'tax_bp' | 'currency'>,
  charge: Charge,
): string[] {
  const { total } = withTax(ordered.subtotal, ordered.tax_bp);
  const currency = charge.currency?.toUpperCase();
  return [
    ...(charge.amount === total ? [] : [`amount ${charge.amount ?? 'not stated'}, ordered ${total}`]),
    ...(currency === ordered.currency ? [] : [`currency ${currency ?? 'not stated'}, ordered ${ordered.currency}`]),
    ...((charge.every ?? 'month') === 'month' ? [] : [`charged every ${charge.every}, ordered every month`]),
  ];
}
