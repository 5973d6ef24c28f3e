import { amperes } from '../cell/capacity.ts';
import { asCurrents } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { needOf } from '../fields/test-fields.ts';
import type { TestItem } from '../data/tests.ts';

const single = ['chargeCurrent', 'dischargeCurrent', 'pulseCurrent', 'socAdjustmentCurrent'];
const lists = ['rateList', 'pulseCurrentCheckpoints'];

/**
 * Finds the largest current that a test has, with its parameter; refused parameters do not count.
 * @returns undefined while none is known
 */
export function largestCurrentOf(doc: OrderDoc, test: TestItem): { key: string; amps: number } | undefined {
  const at = (key: string) => (needOf({ key }, doc, test) === undefined ? undefined : doc[`tests/${test.id}/${key}`]);
  const all = [
    ...single.map((key) => ({ key, amps: amperes(at(key), doc) })),
    ...lists.flatMap((key) =>
      (asCurrents(at(key)) ?? []).map((current) => ({ key, amps: amperes({ ...current }, doc) })),
    ),
  ];
  let largest: { key: string; amps: number } | undefined;
  for (const { key, amps } of all) {
    if (amps !== undefined && (largest === undefined || amps > largest.amps)) largest = { key, amps };
  }
  return largest;
}

/** Finds the largest current of a test in amperes. @returns undefined while none is known */
export function largestCurrent_A(doc: OrderDoc, test: TestItem): number | undefined {
  return largestCurrentOf(doc, test)?.amps;
}
