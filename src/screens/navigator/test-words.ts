import type { TFunction } from 'i18next';
import type { OrderDoc } from '#domain/order/order.ts';
import { safetyTestOf, type TestItem } from '#domain/order/tests.ts';

/** Returns the name of a test's type; of a safety test with its sub-test. */
export function nameOfTest(t: TFunction<'navigator'>, doc: OrderDoc, item: TestItem): string {
  const type = t(`option.type.${item.type}`);
  const safetyTest = safetyTestOf(doc, item.id);
  return safetyTest === undefined ? type : `${type}: ${t(`option.safetyTest.${safetyTest}`)}`;
}
