import { amperes, cRate } from '../cell/capacity.ts';
import type { Check } from '../data/check.ts';
import type { CheckCode, Values } from '../data/check-texts.ts';
import { asCurrents, asNumber, asNumbers } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { kindOf } from '../data/test-field-needs.ts';
import { needOf } from '../fields/test-fields.ts';
import type { SafetyTest, TestItem, TestType } from '../data/tests.ts';

/**
 * A rule about one test: something wrong, unusual or good to know. `valuesFor` returns the values for its
 * text in check-texts.ts, or undefined when the rule does not apply.
 */
export interface TestRule {
  code: CheckCode;
  level: Check['level'];
  /** Parameter at which it is shown. */
  key: string | ((test: TestView) => string);
  /** Types and safety sub-tests that it is for; if absent, all. */
  of?: readonly (TestType | SafetyTest)[];
  valuesFor: (test: TestView) => Values | undefined;
}

/** Access to the parameters that one test has, by key: as a number, in amperes, as a C rate, as a list. */
export interface TestView {
  item: TestItem;
  doc: OrderDoc;
  number: (key: string) => number | undefined;
  amps: (key: string) => number | undefined;
  rate: (key: string) => number | undefined;
  numbers: (key: string) => number[];
  /** C rates of a list of currents; those without a known capacity are left out. */
  rates: (key: string) => number[];
  has: (key: string) => boolean;
}

/** Returns the view of one test of an order; what the test does not have reads as missing. */
export function viewOf(doc: OrderDoc, item: TestItem): TestView {
  const at = (key: string) => (needOf({ key }, doc, item) === undefined ? undefined : doc[`tests/${item.id}/${key}`]);
  return {
    item,
    doc,
    number: (key) => asNumber(at(key)),
    amps: (key) => amperes(at(key), doc),
    rate: (key) => cRate(at(key), doc),
    numbers: (key) => asNumbers(at(key)) ?? [],
    rates: (key) =>
      (asCurrents(at(key)) ?? []).map((each) => cRate({ ...each }, doc)).filter((rate) => rate !== undefined),
    has: (key) => (at(key) ?? null) !== null,
  };
}

/** Whether a rule is for this test. */
export function isFor(rule: TestRule, { doc, item }: TestView): boolean {
  const kind = kindOf(doc, item.id);
  return rule.of === undefined || rule.of.some((each) => each === item.type || each === kind);
}

/** Returns the path at which a rule is shown for this test. */
export function pathOfRule({ key }: TestRule, view: TestView): string {
  return `tests/${view.item.id}/${typeof key === 'string' ? key : key(view)}`;
}

/** Returns two currents in the same unit: as C rates if both are known, or else in amperes. */
export function pair(
  amps: TestView['amps'],
  rate: TestView['rate'],
  a: string,
  b: string,
): [number | undefined, number | undefined] {
  const rates: [number | undefined, number | undefined] = [rate(a), rate(b)];
  return rates.includes(undefined) ? [amps(a), amps(b)] : rates;
}
