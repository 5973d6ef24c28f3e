import { amperes } from './capacity.ts';
import type { OrderDoc } from './order.ts';
import type { TestItem } from './tests.ts';

/** Finds the largest current of a test in amperes. @returns undefined while none is known */
export function largestCurrent_A(doc: OrderDoc, test: TestItem): number | undefined {
  const keys = ['chargeCurrent', 'dischargeCurrent', 'pulseCurrent', 'socAdjustmentCurrent'];
  const all = keys.map((key) => amperes(doc[`tests/${test.id}/${key}`], doc)).filter((amps) => amps !== undefined);
  return all.length === 0 ? undefined : Math.max(...all);
}
