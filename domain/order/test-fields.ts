import { chemistryOf } from './chemistries.ts';
import type { Field } from './field.ts';
import type { OrderDoc } from './order.ts';
import { runsTests } from './services.ts';
import { testTypes, type TestItem, type TestType } from './tests.ts';

/** Parameters of a test, at the paths `tests/<itemId>/<key>`. */

type Need = 'required' | 'optional';

/** A parameter: a field, with the types of test that have it. */
export interface TestField extends Field {
  tests: Partial<Record<TestType, Need>>;
}

const both = { RPT: 'required', Cycle: 'required' } as const;
const cOf = (value: number) => ({ value, unit: 'C' as const });
const typeOf = (doc: OrderDoc, item: string) => doc[`tests/${item}/type`];
const endsBy = (what: 'current' | 'time') => (doc: OrderDoc, item: string) => {
  const ending = doc[`tests/${item}/cvEndingCondition`];
  return ending === what || ending === 'current or time';
};

const common = { step: 'tests', applies: runsTests } as const;

/**
 * The fields of the voltage window and of the end of charge share one version: see version-key.ts. `cellsPerCondition`,
 * `cycles`, `eolSoh` and `rptEvery` are additions to the specification, without which a test has no duration and no
 * price.
 */
export const testFields: readonly TestField[] = [
  {
    ...common,
    key: 'type',
    kind: { is: 'choice', options: testTypes.map((test) => test.code) },
    unit: '',
    group: 'test',
    tests: both,
    definition: 'Which test this is.',
    basis: 'our choice',
  },
  {
    ...common,
    key: 'cellsPerCondition',
    kind: { is: 'number', min: 1, max: 100, whole: true },
    unit: 'cells',
    group: 'conditions',
    tests: both,
    typical: () => 3,
    definition: 'Cells that run this test with these parameters. Three or more show the spread.',
    basis: 'at least 3 per condition, from experience, unconfirmed',
  },
  {
    ...common,
    key: 'temp',
    kind: { is: 'number', min: -40, max: 85 },
    unit: '°C',
    group: 'conditions',
    tests: both,
    typical: () => 25,
    definition: 'Set point of the chamber.',
    basis: 'range of our chambers',
  },
  {
    ...common,
    key: 'chamberWaitingTime',
    kind: { is: 'number', min: 0, max: 57_600 },
    unit: 's',
    shown: { unit: 'h', factor: 1 / 3600 },
    group: 'conditions',
    tests: both,
    typical: () => 7200,
    definition: 'Soak after the chamber has reached its temperature.',
    basis: '2 h up to 5 Ah, 4 h above: from experience, unconfirmed',
  },
  {
    ...common,
    key: 'samplingInterval',
    kind: { is: 'number', min: 0.01, max: 600 },
    unit: 's',
    group: 'conditions',
    tests: both,
    typical: () => 10,
    usual: () => [0.1, 60],
    definition: 'Time between two recorded points; a step of 5 mV is recorded in any case.',
    basis: 'our choice',
  },
  {
    ...common,
    key: 'chargeCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 10 },
    unit: 'A',
    group: 'charge',
    tests: both,
    typical: (doc, item) => cOf(typeOf(doc, item) === 'Cycle' ? 0.5 : 0.3333),
    definition: 'Constant charge current.',
    basis: 'C/3 for RPT, C/2 for cycling: practice',
  },
  {
    ...common,
    key: 'upperVoltage',
    kind: { is: 'number', min: 0, max: 5 },
    unit: 'V',
    group: 'charge',
    tests: both,
    typical: (doc) => chemistryOf(doc)?.max_V,
    definition: 'End of charge, and the voltage held afterwards.',
    basis: 'published voltage windows',
  },
  {
    ...common,
    key: 'cvEndingCondition',
    kind: { is: 'choice', options: ['current', 'time', 'current or time', 'none'] },
    unit: '',
    group: 'charge',
    tests: both,
    typical: () => 'current',
    definition: 'What ends the hold at the upper voltage; none means constant current only.',
    basis: 'our choice',
  },
  {
    ...common,
    key: 'cutoffCurrent',
    kind: { is: 'current', maxA: 400, maxC: 1 },
    unit: 'A',
    group: 'charge',
    tests: both,
    typical: () => cOf(0.05),
    definition: 'The hold ends when the current has fallen to this.',
    basis: 'C/20: practice; C/100 to C/5 usual',
  },
  {
    ...common,
    key: 'cutoffTime',
    kind: { is: 'number', min: 60, max: 36_000 },
    unit: 's',
    shown: { unit: 'min', factor: 1 / 60 },
    group: 'charge',
    tests: both,
    typical: (doc, item) => (endsBy('time')(doc, item) ? 3600 : undefined),
    definition: 'The hold ends after this time.',
    basis: 'our choice',
  },
  {
    ...common,
    key: 'dischargeCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 20 },
    unit: 'A',
    group: 'discharge',
    tests: both,
    typical: (doc, item) => cOf(typeOf(doc, item) === 'Cycle' ? 1 : 0.3333),
    definition: 'Constant discharge current.',
    basis: 'C/3 for RPT, 1C for cycling: practice',
  },
  {
    ...common,
    key: 'lowerVoltage',
    kind: { is: 'number', min: 0, max: 5 },
    unit: 'V',
    group: 'discharge',
    tests: both,
    typical: (doc) => chemistryOf(doc)?.min_V,
    definition: 'End of discharge.',
    basis: 'published voltage windows',
  },
  {
    ...common,
    key: 'restTime',
    kind: { is: 'number', min: 0, max: 86_400 },
    unit: 's',
    shown: { unit: 'min', factor: 1 / 60 },
    group: 'discharge',
    tests: both,
    typical: (doc, item) => (typeOf(doc, item) === 'Cycle' ? 600 : 1800),
    usual: (doc, item) => (typeOf(doc, item) === 'Cycle' ? [300, 1800] : [600, 14_400]),
    definition: 'Rest after each charge and each discharge. At least 10 min before a voltage counts as open circuit.',
    basis: 'practice',
  },
  {
    ...common,
    key: 'cycles',
    kind: { is: 'number', min: 1, max: 20_000, whole: true },
    unit: 'cycles',
    group: 'program',
    tests: both,
    typical: (doc, item) => (typeOf(doc, item) === 'Cycle' ? 500 : 3),
    definition: 'How often charge and discharge are repeated.',
    basis: '3 for RPT, 500 for cycling: practice',
  },
  {
    ...common,
    key: 'eolSoh',
    kind: { is: 'number', min: 10, max: 99 },
    unit: '%',
    group: 'program',
    tests: { Cycle: 'optional' },
    typical: () => 80,
    definition: 'Stop earlier when the capacity has fallen to this share of the first. The price assumes all cycles.',
    basis: '80 %: practice',
  },
  {
    ...common,
    key: 'rptEvery',
    kind: { is: 'number', min: 1, max: 10_000, whole: true },
    unit: 'cycles',
    group: 'program',
    tests: { Cycle: 'optional' },
    definition: 'Put an RPT at 25 °C after every so many cycles. Empty: none in between.',
    basis: 'practice',
  },
  {
    ...common,
    key: 'socCheckpoints',
    kind: { is: 'numbers', min: 0, max: 100, maxCount: 21 },
    unit: '%',
    group: 'pulses',
    tests: { RPT: 'optional' },
    definition: 'States of charge at which a pulse measures resistance. Empty: no pulses.',
    basis: '80, 50, 20 %: practice; ISO 12405-4 uses 90, 70, 50, 35, 20',
  },
  {
    ...common,
    key: 'socAdjustmentCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 5 },
    unit: 'A',
    group: 'pulses',
    tests: { RPT: 'optional' },
    definition: 'Current that moves the cell to the next state of charge.',
    basis: 'C/3: practice',
  },
  {
    ...common,
    key: 'pulseCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 30 },
    unit: 'A',
    group: 'pulses',
    tests: { RPT: 'optional' },
    definition: 'Discharge pulse; the charge pulse is three quarters of it.',
    basis: 'research form of HPPC, 1C and 0.75C',
  },
  {
    ...common,
    key: 'pulseDuration',
    kind: { is: 'number', min: 0.1, max: 180 },
    unit: 's',
    group: 'pulses',
    tests: { RPT: 'optional' },
    definition: 'Length of one pulse.',
    basis: '10 s: HPPC',
  },
  {
    ...common,
    key: 'restTimeBeforePulseTest',
    kind: { is: 'number', min: 600, max: 21_600 },
    unit: 's',
    shown: { unit: 'min', factor: 1 / 60 },
    group: 'pulses',
    tests: { RPT: 'optional' },
    usual: () => [1800, 21_600],
    definition: 'Rest after the state of charge was set.',
    basis: 'HPPC 1 h, ISO 12405-4 30 min',
  },
  {
    ...common,
    key: 'restTimeBetweenPulses',
    kind: { is: 'number', min: 1, max: 7200 },
    unit: 's',
    group: 'pulses',
    tests: { RPT: 'optional' },
    definition: 'Rest between the discharge and the charge pulse.',
    basis: '40 s: HPPC',
  },
  {
    ...common,
    key: 'restTimeAfterPulseTest',
    kind: { is: 'number', min: 0, max: 86_400 },
    unit: 's',
    shown: { unit: 'min', factor: 1 / 60 },
    group: 'pulses',
    tests: { RPT: 'optional' },
    definition: 'Rest after the last pulse.',
    basis: 'our choice',
  },
];

/** Whether a parameter is required or optional in this test. @returns undefined if the test does not have it */
export function needOf(field: TestField, doc: OrderDoc, item: TestItem): Need | undefined {
  const need = field.tests[item.type];
  if (need === undefined) return undefined;
  if (field.key === 'cutoffCurrent' && !endsBy('current')(doc, item.id)) return undefined;
  if (field.key === 'cutoffTime' && !endsBy('time')(doc, item.id)) return undefined;
  return need;
}
