import type { OrderDoc } from '../data/order.ts';
import { stepsOf, total_h } from './test-steps.ts';
import type { TestItem } from '../data/tests.ts';

/** Durations of tests and amounts of their records. Planning figures: the fit of the charge is good to about 10 %. */

/**
 * Computes the hours that one cell of a test occupies a channel; of a safety test, with its time on the bench.
 * @returns undefined while a parameter is missing
 */
export function duration_h(doc: OrderDoc, item: TestItem): number | undefined {
  const steps = stepsOf(doc, item);
  return steps === undefined ? undefined : total_h(steps);
}

/** Computes the rows that one cell of a test records. @returns undefined while a parameter is missing */
export function rowsOf(doc: OrderDoc, item: TestItem): number | undefined {
  const steps = stepsOf(doc, item);
  if (steps === undefined || steps.some(({ interval_s }) => interval_s <= 0)) return undefined;
  return Math.round(
    steps.reduce((sum, { times, each_h, interval_s }) => sum + (times * each_h * 3600) / interval_s, 0),
  );
}

/** Returns the days billed for a channel: rounded up to half days. */
export function channelDays(hours: number): number {
  // A day computed as 24.000000001 h is still one day.
  return Math.max(0.5, Math.ceil(hours / 12 - 1e-9) / 2);
}
