import { asCurrent, asCurrents, asNumber, asNumbers, type Current } from '../data/field.ts';
import { capacity_Ah } from '../cell/capacity.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from '../fields/paths.ts';
import type { TestItem } from '../data/tests.ts';
import type { CurrentSetpoint } from './steps.ts';

/**
 * Access to the parameters of one test that notes what is missing. A missing parameter reads as 0 or as nothing; its
 * reader has to look at `missing` before using the result.
 */
export interface Parameters {
  /** Keys of parameters that were asked for and are not there; `nominalCapacity_Ah` for the order's capacity. */
  missing: ReadonlySet<string>;
  number: (key: string) => number;
  /** A number that the test may leave out. */
  numberOr: (key: string, value: number) => number;
  current: (key: string) => CurrentSetpoint;
  currentOr: (key: string, value: CurrentSetpoint) => CurrentSetpoint;
  /** A list of currents, as `current`. */
  currents: (key: string) => CurrentSetpoint[];
  numbers: (key: string) => number[];
  /** A list of numbers that the test may leave out. */
  numbersOr: (key: string, values: number[]) => number[];
  choice: (key: string) => string;
  has: (key: string) => boolean;
  /** Whether a flag is set. */
  flag: (key: string) => boolean;
  /** The order's capacity in Ah, given or estimated. */
  capacity_Ah: () => number;
}

/** Returns the parameters of one test of an order. */
export function parametersOf(doc: OrderDoc, item: TestItem): Parameters {
  const missing = new Set<string>();
  const at = (key: string) => doc[pathOf('tests', item.id, key)] ?? undefined;
  const noted = <T>(value: T | undefined, key: string, otherwise: T): T => {
    if (value === undefined) missing.add(key);
    return value ?? otherwise;
  };
  const current = (key: string) => setpointOf(asCurrent(at(key)));
  const numbers = (key: string): number[] | undefined => {
    const list = asNumbers(at(key));
    return list === undefined || list.length === 0 ? undefined : list;
  };
  return {
    missing,
    number: (key) => noted(asNumber(at(key)), key, 0),
    numberOr: (key, value) => asNumber(at(key)) ?? value,
    current: (key) => noted(current(key), key, cRateOf(1)),
    currentOr: (key, value) => current(key) ?? value,
    currents: (key) => {
      const list = asCurrents(at(key))?.map(setpointOf);
      const known = list?.filter((each) => each !== undefined);
      return noted(known?.length === 0 || known?.length !== list?.length ? undefined : known, key, []);
    },
    numbers: (key) => noted(numbers(key), key, []),
    numbersOr: (key, values) => numbers(key) ?? values,
    choice: (key) => {
      const value = at(key);
      return noted(typeof value === 'string' ? value : undefined, key, '');
    },
    has: (key) => at(key) !== undefined,
    flag: (key) => at(key) === true,
    capacity_Ah: () => noted(capacity_Ah(doc), 'nominalCapacity_Ah', 0),
  };
}

function setpointOf(stored: Current | undefined): CurrentSetpoint | undefined {
  if (stored === undefined || stored.value <= 0) return undefined;
  if (stored.unit === 'A') return amperesOf(stored.value);
  return stored.basisAh === undefined ? cRateOf(stored.value) : amperesOf(stored.value * stored.basisAh);
}

function amperesOf(value: number): CurrentSetpoint {
  return { current: { value: roundToSixDigits(value), unit: 'A' } };
}

export function cRateOf(value: number): CurrentSetpoint {
  return { c_rate: { value: roundToSixDigits(value), unit: 'C' } };
}

/** Returns a value with at most six significant digits, as all computed values of a step list are. */
export function roundToSixDigits(value: number): number {
  return Number(value.toPrecision(6));
}
