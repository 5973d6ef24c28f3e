import { cellFigures, type Assumption } from './cell-figures.ts';
import { duration_h } from './durations.ts';
import { asNumber } from './field.ts';
import type { OrderDoc } from './order.ts';
import { buildsCells } from './services.ts';
import { testsOf } from './tests.ts';

/** A value computed from the fields of an order, with the assumptions behind it. */
export interface Derived {
  /** Path of the field next to which it is shown. */
  path: string;
  /** Code of the client's texts for its name and its formula. */
  code: string;
  value: number;
  unit: string;
  assumes: Assumption[];
}

/** Returns all values that can be computed from an order. Values with a missing input are left out. */
export function derivedOf(doc: OrderDoc): Derived[] {
  return [...designValues(doc), ...testValues(doc)];
}

function designValues(doc: OrderDoc): Derived[] {
  return cellFigures.flatMap(({ path, code, unit, of, assumes, isOfDesign }) => {
    const value = isOfDesign === false || buildsCells(doc) ? of(doc) : undefined;
    return value === undefined ? [] : [{ path, code, value, unit, assumes: assumes?.(doc) ?? [] }];
  });
}

function testValues(doc: OrderDoc): Derived[] {
  return testsOf(doc).flatMap((test) => {
    const hours = duration_h(doc, test);
    const interval = asNumber(doc[`tests/${test.id}/samplingInterval`]);
    if (hours === undefined) return [];
    const assumes: Assumption[] = [{ code: 'fit' }];
    const duration = { path: `tests/${test.id}/cycles`, code: 'duration', value: hours, unit: 'h', assumes };
    if (interval === undefined || interval <= 0) return [duration];
    const rows = {
      path: `tests/${test.id}/samplingInterval`,
      code: 'rows',
      value: Math.round((hours * 3600) / interval),
      unit: 'rows',
      assumes: [],
    };
    return [duration, rows];
  });
}
