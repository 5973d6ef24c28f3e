import { amperes, cRate, capacity_Ah } from './capacity.ts';
import type { Check } from './check.ts';
import { figure } from './check.ts';
import type { CheckCode, Values } from './check-texts.ts';
import { chemistryOf } from './chemistries.ts';
import { asNumber } from './field.ts';
import type { OrderDoc } from './order.ts';
import { largestCurrent_A } from './price.ts';
import { exampleRateCard } from './rate-card.ts';
import type { TestItem } from './tests.ts';

/**
 * A rule about one test: something wrong, unusual or good to know. `valuesFor` returns the values for its
 * text in check-texts.ts, or undefined when the rule does not apply.
 */
export interface TestRule {
  code: CheckCode;
  level: Check['level'];
  key: string;
  valuesFor: (test: TestView) => Values | undefined;
}

/** Access to the parameters of one test, by key: as a number, in amperes, as a C rate. */
export interface TestView {
  item: TestItem;
  doc: OrderDoc;
  number: (key: string) => number | undefined;
  amps: (key: string) => number | undefined;
  rate: (key: string) => number | undefined;
  has: (key: string) => boolean;
}

/** Returns the view of one test of an order, for `testRules`. */
export function viewOf(doc: OrderDoc, item: TestItem): TestView {
  const at = (key: string) => doc[`tests/${item.id}/${key}`];
  return {
    item,
    doc,
    number: (key) => asNumber(at(key)),
    amps: (key) => amperes(at(key), doc),
    rate: (key) => cRate(at(key), doc),
    has: (key) => (at(key) ?? null) !== null,
  };
}

export const testRules: readonly TestRule[] = [
  {
    code: 'WINDOW_LOW',
    level: 'block',
    key: 'lowerVoltage',
    valuesFor: ({ doc, number }) => {
      const chemistry = chemistryOf(doc);
      const lower = number('lowerVoltage');
      if (chemistry === undefined || lower === undefined || lower >= chemistry.absMin_V) return undefined;
      return [chemistry.code, chemistry.absMin_V];
    },
  },
  {
    code: 'WINDOW_HIGH',
    level: 'block',
    key: 'upperVoltage',
    valuesFor: ({ doc, number }) => {
      const chemistry = chemistryOf(doc);
      const upper = number('upperVoltage');
      if (chemistry === undefined || upper === undefined || upper <= chemistry.absMax_V) return undefined;
      return [chemistry.code, chemistry.absMax_V];
    },
  },
  {
    code: 'WINDOW_NARROW',
    level: 'block',
    key: 'upperVoltage',
    valuesFor: ({ number }) => {
      const lower = number('lowerVoltage');
      const upper = number('upperVoltage');
      if (lower === undefined || upper === undefined || upper - lower >= 0.2 - 1e-9) return undefined;
      return [];
    },
  },
  {
    code: 'WINDOW_WIDE',
    level: 'warn',
    key: 'upperVoltage',
    valuesFor: ({ doc, number }) => {
      const chemistry = chemistryOf(doc);
      const lower = number('lowerVoltage') ?? chemistry?.min_V ?? 0;
      const upper = number('upperVoltage') ?? chemistry?.max_V ?? 0;
      if (chemistry === undefined || (lower >= chemistry.min_V && upper <= chemistry.max_V)) return undefined;
      return [lower, upper, chemistry.min_V, chemistry.max_V, chemistry.code];
    },
  },
  {
    code: 'CUTOFF_ABOVE_CHARGE',
    level: 'block',
    key: 'cutoffCurrent',
    valuesFor: ({ amps, rate }) => {
      const [cutoff, charge] = pair(amps, rate, 'cutoffCurrent', 'chargeCurrent');
      if (cutoff === undefined || charge === undefined || cutoff < charge) return undefined;
      return [];
    },
  },
  {
    code: 'CUTOFF_EARLY',
    level: 'warn',
    key: 'cutoffCurrent',
    valuesFor: ({ amps, rate }) => {
      const [cutoff, charge] = pair(amps, rate, 'cutoffCurrent', 'chargeCurrent');
      if (cutoff === undefined || charge === undefined || cutoff >= charge || cutoff <= charge / 2) return undefined;
      return [];
    },
  },
  {
    code: 'CUTOFF_UNUSUAL',
    level: 'warn',
    key: 'cutoffCurrent',
    valuesFor: ({ rate }) => {
      const cutoff = rate('cutoffCurrent');
      if (cutoff === undefined || (cutoff >= 0.01 - 1e-9 && cutoff <= 0.2 + 1e-9)) return undefined;
      return [figure(cutoff)];
    },
  },
  {
    code: 'TEMP_UNSAFE',
    level: 'block',
    key: 'temp',
    valuesFor: ({ number }) => ((number('temp') ?? 25) > 80 ? [] : undefined),
  },
  {
    code: 'TEMP_HOT',
    level: 'warn',
    key: 'temp',
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      return temp > 45 && temp <= 80 ? [temp] : undefined;
    },
  },
  {
    code: 'TEMP_COLD',
    level: 'warn',
    key: 'temp',
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      return temp < 0 ? [temp] : undefined;
    },
  },
  {
    code: 'FAST_CHARGE_COLD',
    level: 'warn',
    key: 'chargeCurrent',
    valuesFor: ({ number, rate }) => {
      const charge = rate('chargeCurrent');
      if (charge === undefined || charge <= 1 || (number('temp') ?? 25) > 10) return undefined;
      return [];
    },
  },
  {
    code: 'SOAK_NONE',
    level: 'warn',
    key: 'chamberWaitingTime',
    valuesFor: ({ number }) => {
      const temp = number('temp') ?? 25;
      if (number('chamberWaitingTime') !== 0 || Math.abs(temp - 25) <= 2) return undefined;
      return [];
    },
  },
  {
    code: 'NO_CAPACITY',
    level: 'block',
    key: 'chargeCurrent',
    valuesFor: ({ doc, amps, rate, has }) => {
      if (capacity_Ah(doc) !== undefined) return undefined;
      const named = ['chargeCurrent', 'dischargeCurrent'].filter(has);
      if (named.every((key) => amps(key) !== undefined && rate(key) !== undefined)) return undefined;
      return [];
    },
  },
  {
    code: 'CURRENT_TOO_LARGE',
    level: 'block',
    key: 'dischargeCurrent',
    valuesFor: ({ doc, item }) => {
      const most = exampleRateCard.channelDay.at(-1)?.upTo_A ?? 0;
      const current = largestCurrent_A(doc, item);
      if (current === undefined || current <= most) return undefined;
      return [figure(current), most];
    },
  },
  {
    code: 'PULSE_INCOMPLETE',
    level: 'block',
    key: 'socCheckpoints',
    valuesFor: ({ has }) => {
      const keys = ['socCheckpoints', 'pulseCurrent', 'pulseDuration'];
      const given = keys.filter(has).length;
      return given === 0 || given === keys.length ? undefined : [];
    },
  },
  {
    code: 'PULSE_COARSE',
    level: 'info',
    key: 'pulseDuration',
    valuesFor: ({ number }) => {
      const pulse = number('pulseDuration');
      const interval = number('samplingInterval');
      if (pulse === undefined || interval === undefined || interval <= pulse / 10) return undefined;
      return [figure(pulse / 100), interval];
    },
  },
  {
    code: 'PULSE_DRIFT',
    level: 'warn',
    key: 'pulseDuration',
    valuesFor: ({ number, rate }) => {
      const pulse = number('pulseDuration');
      const current = rate('pulseCurrent');
      if (pulse === undefined || current === undefined || (pulse * current) / 36 <= 2) return undefined;
      return [figure((pulse * current) / 36)];
    },
  },
  {
    code: 'PULSE_REST_SHORT',
    level: 'warn',
    key: 'restTimeBetweenPulses',
    valuesFor: ({ number }) => {
      const rest = number('restTimeBetweenPulses');
      const pulse = number('pulseDuration');
      return rest === undefined || pulse === undefined || rest >= pulse ? undefined : [];
    },
  },
  {
    code: 'FEW_CELLS',
    level: 'info',
    key: 'cellsPerCondition',
    valuesFor: ({ number }) => ((number('cellsPerCondition') ?? 3) < 3 ? [] : undefined),
  },
];

/** Returns two currents in the same unit: as C rates if both are known, or else in amperes. */
function pair(
  amps: TestView['amps'],
  rate: TestView['rate'],
  a: string,
  b: string,
): [number | undefined, number | undefined] {
  const rates: [number | undefined, number | undefined] = [rate(a), rate(b)];
  return rates.includes(undefined) ? [amps(a), amps(b)] : rates;
}
