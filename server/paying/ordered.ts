import { withTax } from '#domain/money.ts';
import type { SubscriptionRow } from '../store/paying/subscriptions.ts';

/** Money as the payment provider states it; what it does not say is undefined. */
export interface Charge {
  /** In the smallest unit of the currency. */
  amount: number | undefined;
  /** Three letters, in any case. */
  currency: string | undefined;
  /** How often it is charged: `month`, or `3 month`. Undefined for a single payment. */
  every?: string | undefined;
}

/**
 * Compares what was charged with what was ordered.
 * @returns what differs, as lines for staff; none when everything is as ordered. What is not stated differs.
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
