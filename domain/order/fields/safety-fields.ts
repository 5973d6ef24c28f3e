import { inTests, type TestField } from '../data/test-field-needs.ts';

/** Parameters that all safety sub-tests have. */

const safety = { ...inTests, group: 'safety' } as const;
const watching = { ...inTests, group: 'watching' } as const;
const level = { is: 'number', min: 0, max: 7, whole: true, listed: true } as const;

export const safetyFields: readonly TestField[] = [
  {
    ...safety,
    key: 'targetSoc',
    kind: { is: 'number', min: 0, max: 200 },
    unit: '%',
    typical: () => 100,
    definition: 'State of charge when the abuse begins. Above 100 % only in an overcharge test.',
    basis: '100 %: practice',
  },
  {
    ...safety,
    key: 'passHazardLevel',
    kind: level,
    unit: '',
    typical: () => 4,
    definition: 'Highest hazard level with which the cell passes, on the EUCAR scale from 0 to 7.',
    basis: 'EUCAR levels, batterydesign.net; 4: our choice',
  },
  {
    ...safety,
    key: 'predictedHazardLevel',
    kind: level,
    unit: '',
    definition: 'Hazard level you expect. The lab chooses the chamber by it, with capacity and chemistry.',
    basis: 'EUCAR levels, batterydesign.net',
  },
  {
    ...safety,
    key: 'abortTemp',
    kind: { is: 'number', min: 60, max: 300 },
    unit: '°C',
    definition: 'The abuse stops when the cell is hotter than this. Empty: it goes on to its own end.',
    basis: 'our choice',
  },
  {
    ...safety,
    key: 'abortVoltage',
    kind: { is: 'number', min: 0, max: 60 },
    unit: 'V',
    definition: 'The abuse stops when the cell’s voltage is above this. Empty: it goes on to its own end.',
    basis: 'our choice',
  },
  {
    ...watching,
    key: 'observationTime',
    kind: { is: 'number', min: 15, max: 1440 },
    unit: 'min',
    typical: () => 60,
    usual: () => [60, 1440],
    definition: 'The cell is watched for this time after the abuse.',
    basis: 'GB 38031-2025 1 h, UN 38.3 T.6 6 h',
  },
  {
    ...watching,
    key: 'thermocouples',
    kind: { is: 'number', min: 1, max: 16, whole: true },
    unit: '',
    typical: () => 3,
    definition: 'Temperature sensors on each cell; write their positions into the notes.',
    basis: '3: practice',
  },
  {
    ...watching,
    key: 'video',
    kind: { is: 'flag' },
    unit: '',
    typical: () => true,
    definition: 'A film of each cell, with the time of the data.',
    basis: 'our choice',
  },
  {
    ...watching,
    key: 'gasSampling',
    kind: { is: 'flag' },
    unit: '',
    typical: () => false,
    definition: 'A sample of the gas that the cell vents.',
    basis: 'our choice',
  },
  {
    ...watching,
    key: 'massBeforeAfter',
    kind: { is: 'flag' },
    unit: '',
    typical: () => true,
    definition: 'The cell is weighed before and after.',
    basis: 'our choice',
  },
];
