import { asNumber } from '../data/field.ts';
import { chemistryOf } from '../data/chemistries.ts';
import { formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { byTest, inTests, type TestField } from '../data/test-field-needs.ts';

/** Parameters of the thermal abuse test and of the overcharge test. */

const heat = { ...inTests, group: 'heat' } as const;
const over = { ...inTests, group: 'overcharge' } as const;

/** Returns 1.1 times the voltage at the end of charge, in V, rounded to 1 mV. */
function overVoltage(doc: OrderDoc, item: string): number | undefined {
  const upper = asNumber(doc[`tests/${item}/upperVoltage`]) ?? chemistryOf(doc)?.max_V;
  return upper === undefined ? undefined : Math.round(upper * 1100) / 1000;
}

/** Whether a cell has a current interrupt device, where its cap or its format says so. */
export function hasCid(doc: OrderDoc): boolean | undefined {
  const cap = doc['topCap'] ?? null;
  if (cap !== null) return cap === 'CID + vent';
  const shape = formatOf(doc)?.shape;
  return shape === 'pouch' || shape === 'coin' ? false : undefined;
}

export const heatFields: readonly TestField[] = [
  {
    ...heat,
    key: 'mode',
    kind: { is: 'choice', options: ['ramp-hold', 'step', 'ramp to runaway'] },
    unit: '',
    typical: () => 'ramp-hold',
    definition: 'Ramp and hold; heat, wait and search in steps; or ramp until the cell runs away.',
    basis: 'GB 38031-2025 ramps and holds; steps as in calorimeters (heat-wait-search)',
  },
  {
    ...heat,
    key: 'startTemp',
    kind: { is: 'number', min: 0, max: 60 },
    unit: '°C',
    typical: () => 25,
    definition: 'Temperature at which the ramp begins.',
    basis: 'our choice',
  },
  {
    ...heat,
    key: 'rampRate',
    kind: { is: 'number', min: 0.1, max: 20 },
    unit: 'K/min',
    typical: () => 5,
    definition: 'How fast the chamber is heated.',
    basis: 'GB 38031-2025 8.1.5: 5 K/min',
  },
  {
    ...heat,
    key: 'stepSize',
    kind: { is: 'number', min: 1, max: 20 },
    unit: 'K',
    typical: (doc, item) => (doc[`tests/${item}/mode`] === 'step' ? 5 : undefined),
    definition: 'Height of one step.',
    basis: '5 K: practice, unconfirmed',
  },
  {
    ...heat,
    key: 'targetTemp',
    kind: { is: 'number', min: 60, max: 400 },
    unit: '°C',
    typical: () => 130,
    definition: 'Temperature at which the ramp ends.',
    basis: 'GB 38031-2025 8.1.5: 130 °C',
  },
  {
    ...over,
    key: 'targetVoltage',
    kind: { is: 'number', min: 0, max: 60 },
    unit: 'V',
    typical: overVoltage,
    definition: 'Voltage at which the overcharge ends.',
    basis: 'GB 38031: 1.1 times the end of charge; twice in IEC 62660-2, unconfirmed',
  },
  {
    ...over,
    key: 'cvTerminationMode',
    kind: {
      is: 'choice',
      options: ['stop at targetVoltage', 'CV until cutoffCurrent', 'CV for time', 'CC until SOC'],
    },
    unit: '',
    typical: () => 'stop at targetVoltage',
    definition: 'What ends the overcharge: the voltage, a hold at it, or a state of charge.',
    basis: 'our choice',
  },
  {
    ...over,
    key: 'endSoc',
    kind: { is: 'number', min: 100, max: 250 },
    unit: '%',
    typical: () => 115,
    definition: 'State of charge at which the overcharge ends at the latest.',
    basis: 'GB 38031: 115 %; 200 % in IEC 62660-2 and SAE J2464, unconfirmed',
  },
  {
    ...over,
    key: 'complianceVoltage',
    kind: { is: 'number', min: 5, max: 60 },
    unit: 'V',
    typical: () => 12,
    definition: 'Voltage that the source can give at most.',
    basis: '12 V or twice the end of charge: practice, unconfirmed',
  },
  {
    ...over,
    key: 'cid',
    kind: { is: 'flag' },
    unit: '',
    typical: hasCid,
    definition: 'Whether the cell has a current interrupt device (CID). It opens under pressure and ends the current.',
    basis: 'the top cap where we build the cell; pouches and coins have none',
  },
  {
    ...inTests,
    key: 'holdTime',
    kind: { is: 'number', min: 0, max: 1440 },
    unit: 'min',
    group: 'hold',
    typical: byTest({ 'Thermal Abuse': 30, Crush: 10 }),
    usual: byTest<[number, number]>({ 'Thermal Abuse': [0, 600] }),
    definition: 'The end of the ramp, or the press, is held for this time.',
    basis: 'GB 38031-2025: 30 min hot, 10 min pressed',
  },
];
