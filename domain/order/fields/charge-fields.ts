import { chemistryOf } from '../data/chemistries.ts';
import type { OrderDoc } from '../data/order.ts';
import { byTest, cOf, inTests, type TestField } from '../data/test-field-needs.ts';

/** Parameters of charge, discharge and rest. Those of the voltage window share one version: see version-key.ts. */

const charge = { ...inTests, group: 'charge' } as const;
const discharge = { ...inTests, group: 'discharge' } as const;

/** Whether the hold at the upper voltage of a test ends by its current, or by time. */
export function holdEndsBy(what: 'current' | 'time', doc: OrderDoc, item: string): boolean {
  const ending = doc[`tests/${item}/cvEndingCondition`];
  return ending === what || ending === 'current or time';
}

export const chargeFields: readonly TestField[] = [
  {
    ...charge,
    key: 'chargeCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 10 },
    unit: 'A',
    typical: byTest({ Cycle: cOf(0.5) }, cOf(0.3333)),
    definition: 'Constant charge current. In an overcharge test, also the current beyond the full cell.',
    basis: 'C/3, and C/2 for cycling: practice; GB 38031 overcharges with C/3 or more',
  },
  {
    ...charge,
    key: 'upperVoltage',
    kind: { is: 'number', min: 0, max: 5 },
    unit: 'V',
    typical: (doc) => chemistryOf(doc)?.max_V,
    definition: 'End of charge, and the voltage held afterwards.',
    basis: 'published voltage windows',
  },
  {
    ...charge,
    key: 'cvEndingCondition',
    kind: { is: 'choice', options: ['current', 'time', 'current or time', 'none'] },
    unit: '',
    typical: () => 'current',
    definition: 'What ends the hold at the upper voltage; none means constant current only.',
    basis: 'our choice',
  },
  {
    ...charge,
    key: 'cutoffCurrent',
    kind: { is: 'current', maxA: 400, maxC: 1 },
    unit: 'A',
    typical: () => cOf(0.05),
    definition: 'The hold ends when the current has fallen to this.',
    basis: 'C/20: practice; C/100 to C/5 usual',
  },
  {
    ...charge,
    key: 'cutoffTime',
    kind: { is: 'number', min: 60, max: 36_000 },
    unit: 's',
    shown: { unit: 'min', factor: 1 / 60 },
    typical: (doc, item) => (holdEndsBy('time', doc, item) ? 3600 : undefined),
    definition: 'The hold ends after this time.',
    basis: 'our choice',
  },
  {
    ...discharge,
    key: 'dischargeCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 20 },
    unit: 'A',
    typical: byTest({ Cycle: cOf(1), Safety: undefined }, cOf(0.3333)),
    definition: 'Constant discharge current; in a rate test that of the capacity which counts as 100 %.',
    basis: 'C/3, and 1C for cycling: practice',
  },
  {
    ...discharge,
    key: 'lowerVoltage',
    kind: { is: 'number', min: 0, max: 5 },
    unit: 'V',
    typical: (doc, item) => (byTest({ Safety: false }, true)(doc, item) === true ? chemistryOf(doc)?.min_V : undefined),
    definition: 'End of discharge.',
    basis: 'published voltage windows',
  },
  {
    ...discharge,
    key: 'restTime',
    kind: { is: 'number', min: 0, max: 86_400 },
    unit: 's',
    shown: { unit: 'min', factor: 1 / 60 },
    typical: byTest({ Cycle: 600 }, 1800),
    usual: byTest<[number, number]>({ Cycle: [300, 1800] }, [600, 14_400]),
    definition: 'Rest after each charge and each discharge. At least 10 min before a voltage counts as open circuit.',
    basis: 'practice',
  },
];
