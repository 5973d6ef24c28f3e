import { cellFigures, type Assumption } from '../cell/cell-figures.ts';
import { duration_h, rowsOf } from '../lab-tests/durations.ts';
import type { OrderDoc } from '../data/order.ts';
import { buildsCells } from '../data/services.ts';
import { testsOf, type TestType } from '../data/tests.ts';

/** A value computed from the fields of an order, with the assumptions behind it. */
export interface DerivedValue {
  /** Path of the field next to which it is shown. */
  path: string;
  /** Code of the client's texts for its name and its formula. */
  code: string;
  value: number;
  unit: string;
  assumes: Assumption[];
}

/** Returns all values that can be computed from an order. Values with a missing input are left out. */
export function derivedOf(doc: OrderDoc): DerivedValue[] {
  return [...designValues(doc), ...testValues(doc)];
}

function designValues(doc: OrderDoc): DerivedValue[] {
  return cellFigures.flatMap(({ path, code, unit, of, assumes, isOfDesign }) => {
    const value = isOfDesign === false || buildsCells(doc) ? of(doc) : undefined;
    return value === undefined ? [] : [{ path, code, value, unit, assumes: assumes?.(doc) ?? [] }];
  });
}

/** The field beside which the duration of a test is shown. */
const durationAt: Readonly<Record<TestType, string>> = {
  RPT: 'cycles',
  Cycle: 'cycles',
  Pulse: 'socCheckpoints',
  Rate: 'rateList',
  Calendar: 'agingTime',
  Safety: 'observationTime',
};

function testValues(doc: OrderDoc): DerivedValue[] {
  return testsOf(doc).flatMap((test) => {
    const hours = duration_h(doc, test);
    const rows = rowsOf(doc, test);
    if (hours === undefined) return [];
    const assumes: Assumption[] = [{ code: 'fit' }];
    const at = (key: string) => `tests/${test.id}/${key}`;
    const duration = { path: at(durationAt[test.type]), code: 'duration', value: hours, unit: 'h', assumes };
    if (rows === undefined || (doc[at('samplingInterval')] ?? null) === null) return [duration];
    return [duration, { path: at('samplingInterval'), code: 'rows', value: rows, unit: 'rows', assumes: [] }];
  });
}
