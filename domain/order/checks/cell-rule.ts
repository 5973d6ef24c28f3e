import type { Check } from '../data/check.ts';
import type { CheckCode, Values } from '../data/check-texts.ts';
import type { Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';

/**
 * A rule about the cell design: something wrong, unusual or good to know. `valuesFor` returns the values for
 * its text in check-texts.ts, or undefined when the rule does not apply.
 */
export interface CellRule {
  code: CheckCode;
  level: Check['level'];
  path: string;
  valuesFor: (doc: OrderDoc) => Values | undefined;
}

/** Reads numbers of one order. */
export interface Numbers {
  doc: OrderDoc;
  /** Number at a path; NaN where there is none, so that every comparison with it is false. */
  at: (path: string) => number;
  of: (electrode: Electrode, key: string) => number;
}

/** Returns a reader of an order's numbers. */
function numbersOf(doc: OrderDoc): Numbers {
  const at = (path: string) => asNumber(doc[path]) ?? Number.NaN;
  return { doc, at, of: (electrode, key) => at(`electrodes/${electrode}/${key}`) };
}

/**
 * Builds a rule.
 * @param holds returns the values for the text where the rule has something to say; false or undefined otherwise
 */
export function rule(
  code: CheckCode,
  level: Check['level'],
  path: string,
  holds: (numbers: Numbers) => Values | false | undefined,
): CellRule {
  return {
    code,
    level,
    path,
    valuesFor: (doc) => {
      const values = holds(numbersOf(doc));
      return values === false ? undefined : values;
    },
  };
}
