import type { Translate } from '../../ground/number-texts.ts';
import type { OrderDoc } from '../data/order.ts';
import { safetyTestOf, type TestItem } from '../data/tests.ts';

/** Returns the name of a test's type; of a safety test with its sub-test. */
export function nameOfTest(t: Translate, doc: OrderDoc, item: TestItem): string {
  const type = t(`option.type.${item.type}`, {});
  const safetyTest = safetyTestOf(doc, item.id);
  return safetyTest === undefined ? type : `${type}: ${t(`option.safetyTest.${safetyTest}`, {})}`;
}
