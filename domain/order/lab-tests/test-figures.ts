import { cRate } from '../cell/capacity.ts';
import { chemistryOf, usualChargeSlope } from '../data/chemistries.ts';
import { asCurrents, asNumber, asNumbers } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';

/** The parameters of one test as figures, and the time that a charge takes. */

/**
 * Hours of a CC-CV charge: (1 − slope·r)/r + hold, fitted to model runs up to 2C (C/3 to C/20: 3.14 h).
 * @param r charge current as C rate
 * @param hold duration of the hold at the upper voltage, in hours
 */
export function charge_h(r: number, slope: number, hold: number): number {
  const fitted = Math.min(r, 2);
  return (1 - slope * fitted) / r + hold;
}

/** Hours of a hold until the current has fallen from `r` to `cutoff`, both as C rates; from the same fit. */
export function holdToCurrent_h(r: number, cutoff: number): number {
  return 0.18 * Math.log(Math.max(1, r / cutoff));
}

/** The fraction by which the voltage limit shortens a charge at 1C. */
export function slopeOf(doc: OrderDoc): number {
  return chemistryOf(doc)?.chargeSlope ?? usualChargeSlope;
}

/** Access to the figures of one test. Each function returns undefined for what is missing. */
export interface TestFigures {
  number: (key: string) => number | undefined;
  rate: (key: string) => number | undefined;
  numbers: (key: string) => number[];
  rates: (key: string) => number[] | undefined;
  hours: (key: string, missing_s?: number) => number | undefined;
  /** Hours of a full charge with its hold. */
  charge_h: () => number | undefined;
}

/** Returns access to the figures of a test; `item` is the id of the test. */
export function figuresOf(doc: OrderDoc, item: string): TestFigures {
  const at = (key: string) => doc[`tests/${item}/${key}`];
  const rate = (key: string) => positive(cRate(at(key), doc));
  return {
    number: (key) => asNumber(at(key)),
    rate,
    numbers: (key) => asNumbers(at(key)) ?? [],
    rates: (key) => {
      const all = asCurrents(at(key))?.map((each) => positive(cRate({ ...each }, doc)));
      const known = all?.filter((each) => each !== undefined);
      return known === undefined || known.length !== all?.length ? undefined : known;
    },
    hours: (key, missing_s) => {
      const seconds = asNumber(at(key)) ?? missing_s;
      return seconds === undefined ? undefined : seconds / 3600;
    },
    charge_h: () => {
      const r = rate('chargeCurrent');
      const hold = r === undefined ? undefined : hold_h(doc, item, r);
      return r === undefined || hold === undefined ? undefined : charge_h(r, slopeOf(doc), hold);
    },
  };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

function hold_h(doc: OrderDoc, item: string, r: number): number | undefined {
  const ending = doc[`tests/${item}/cvEndingCondition`];
  if (ending === 'none') return 0;
  const time = asNumber(doc[`tests/${item}/cutoffTime`]);
  const cutoff = cRate(doc[`tests/${item}/cutoffCurrent`], doc);
  const byTime = time === undefined ? undefined : time / 3600;
  const byCurrent = cutoff === undefined || cutoff <= 0 ? undefined : holdToCurrent_h(r, cutoff);
  if (ending === 'time') return byTime;
  if (ending === 'current') return byCurrent;
  return byTime === undefined || byCurrent === undefined ? undefined : Math.min(byTime, byCurrent);
}
