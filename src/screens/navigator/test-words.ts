import type { TFunction } from 'i18next';
import type { OrderDoc } from '#domain/order/order.ts';
import {
  safetyTestOf,
  safetyTests,
  testTypes,
  type SafetyTest,
  type TestItem,
  type TestType,
} from '#domain/order/tests.ts';

/** Returns the name of a test's type; of a safety test with its sub-test. */
export function nameOfTest(t: TFunction<'navigator'>, doc: OrderDoc, item: TestItem): string {
  const type = t(`option.type.${item.type}`);
  const safetyTest = safetyTestOf(doc, item.id);
  return safetyTest === undefined ? type : `${type}: ${t(`option.safetyTest.${safetyTest}`)}`;
}

/** Returns what a type of test, or a safety sub-test, is for, in one line. */
export function purposeOf(t: TFunction<'navigator'>, code: TestType | SafetyTest): string {
  const row = [...safetyTests, ...testTypes].find((each) => each.code === code);
  return t(`tests.for.${code}`, { defaultValue: row?.definition ?? '' });
}
