import { chargeFields, holdEndsBy } from './charge-fields.ts';
import { conditionFields } from './condition-fields.ts';
import type { Field } from '../data/field.ts';
import { forceFields } from './force-fields.ts';
import { heatFields } from './heat-fields.ts';
import type { OrderDoc } from '../data/order.ts';
import { programFields } from './program-fields.ts';
import { pulseFields } from './pulse-fields.ts';
import { safetyFields } from './safety-fields.ts';
import { needInMatrix, type ParameterNeed } from '../data/test-matrix.ts';
import { safetyTestOf, type TestItem } from '../data/tests.ts';

/**
 * Parameters of a test, at the paths `tests/<itemId>/<key>`. To add one: a row in the table of its group, a row in
 * test-matrix.ts, its label under `field` in `public/locales/en/navigator.json`, label, definition and source in the
 * other languages.
 */
export const testFields: readonly Field[] = [
  ...conditionFields,
  ...chargeFields,
  ...programFields,
  ...pulseFields,
  ...safetyFields,
  ...heatFields,
  ...forceFields,
];

/** Parameters that a test has only while another one has these values. */
const conditions: Readonly<Record<string, (doc: OrderDoc, item: string) => boolean>> = {
  cutoffCurrent: (doc, item) =>
    holdEndsBy('current', doc, item) || overchargeEndsBy('CV until cutoffCurrent', doc, item),
  cutoffTime: (doc, item) => holdEndsBy('time', doc, item) || overchargeEndsBy('CV for time', doc, item),
  stepSize: (doc, item) => doc[`tests/${item}/mode`] === 'step',
};

function overchargeEndsBy(mode: string, doc: OrderDoc, item: string): boolean {
  return safetyTestOf(doc, item) === 'Overcharge' && doc[`tests/${item}/cvTerminationMode`] === mode;
}

/** Whether a parameter is required or optional in this test. @returns undefined if the test does not have it */
export function needOf({ key }: Pick<Field, 'key'>, doc: OrderDoc, item: TestItem): ParameterNeed | undefined {
  const need = needInMatrix(key, item.type, safetyTestOf(doc, item.id));
  if (need === undefined || conditions[key]?.(doc, item.id) === false) return undefined;
  const hasLevels = key === 'pulseCurrent' && Array.isArray(doc[`tests/${item.id}/pulseCurrentCheckpoints`]);
  return hasLevels ? 'optional' : need;
}

/**
 * Whether a parameter has no effect in this test as it stands, so that it is neither shown nor written on papers. Its
 * value stays, because it takes effect as soon as the other one is given.
 */
export function isIdle({ key }: Pick<Field, 'key'>, doc: OrderDoc, { id }: TestItem): boolean {
  return key === 'rptFirst' && (doc[`tests/${id}/rptEvery`] ?? null) === null;
}
