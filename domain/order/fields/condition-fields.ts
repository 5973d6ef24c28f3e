import { capacity_Ah } from '../cell/capacity.ts';
import { byTest, inTests, type TestField } from '../data/test-field-needs.ts';
import { safetyTests, testTypes } from '../data/tests.ts';

/** Parameters that every test has: what it is, how many cells, temperature and recording. */

const inGroup = { ...inTests, group: 'conditions' } as const;

export const conditionFields: readonly TestField[] = [
  {
    ...inTests,
    key: 'type',
    kind: { is: 'choice', options: testTypes.map((test) => test.code) },
    unit: '',
    group: 'test',
    definition: 'Which test this is.',
    basis: 'our choice',
  },
  {
    ...inTests,
    key: 'safetyTest',
    kind: { is: 'choice', options: safetyTests.map((test) => test.code) },
    unit: '',
    group: 'test',
    definition: 'What is done to the cell.',
    basis: 'sub-tests of the specification',
  },
  {
    ...inGroup,
    key: 'cellsPerCondition',
    kind: { is: 'number', min: 1, max: 100, whole: true },
    unit: 'cells',
    typical: () => 3,
    definition: 'Cells that run this test with these parameters; each test has its own. Three or more show the spread.',
    basis: 'at least 3 per condition, from experience, unconfirmed',
  },
  {
    ...inGroup,
    key: 'temp',
    kind: { is: 'number', min: -40, max: 85 },
    unit: '°C',
    typical: () => 25,
    definition: 'Set point of the chamber.',
    basis: 'range of our chambers',
  },
  {
    ...inGroup,
    key: 'chamberWaitingTime',
    kind: { is: 'number', min: 0, max: 57_600 },
    unit: 's',
    shown: { unit: 'h', factor: 1 / 3600 },
    typical: (doc) => ((capacity_Ah(doc) ?? 0) > 5 ? 14_400 : 7200),
    definition: 'Soak after the chamber has reached its temperature.',
    basis: '2 h up to 5 Ah, 4 h above: from experience, unconfirmed',
  },
  {
    ...inGroup,
    key: 'samplingInterval',
    kind: { is: 'number', min: 0.01, max: 600 },
    unit: 's',
    typical: byTest({ Pulse: 0.1, Calendar: 60, Safety: 0.1 }, 10),
    usual: () => [0.1, 60],
    definition: 'Time between two recorded points; a step of 5 mV is recorded in any case.',
    basis: 'our choice; 0.1 s in pulses and while a cell is abused',
  },
  {
    ...inGroup,
    key: 'maxSurfaceTemp',
    kind: { is: 'number', min: 30, max: 100 },
    unit: '°C',
    definition: 'The test stops when the surface of the cell is hotter than this. Empty: our limit for the channel.',
    basis: 'our choice',
  },
];
