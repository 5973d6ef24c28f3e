import { byTest, cOf, inTests, type TestField } from '../data/test-field-needs.ts';
import { standards } from '../data/standards.ts';

/** Parameters of states of charge, pulses and impedance. */

const pulses = { ...inTests, group: 'pulses' } as const;
const minutes = { unit: 'min', factor: 1 / 60 } as const;

export const pulseFields: readonly TestField[] = [
  {
    ...inTests,
    key: 'standardRef',
    kind: { is: 'choice', options: standards.map((row) => row.code) },
    unit: '',
    group: 'test',
    fitting: (doc, item) => standards.filter((row) => byTest({ [row.of]: true })(doc, item)).map((row) => row.code),
    definition: 'Fills the fields with the figures of a standard. A field changed afterwards is named beside it.',
    basis: 'only standards whose figures were read',
  },
  {
    ...pulses,
    key: 'socCheckpoints',
    kind: { is: 'numbers', min: 0, max: 100, maxCount: 21 },
    unit: '%',
    typical: byTest({ Pulse: [90, 80, 70, 60, 50, 40, 30, 20, 10], Calendar: [50] }),
    definition: 'States of charge of the pulses, or the one of storage. Empty in an RPT: no pulses.',
    basis: 'HPPC 90 to 10 %; 80, 50, 20 % in an RPT: practice; ISO 12405-4 uses 90, 70, 50, 35, 20',
  },
  {
    ...pulses,
    key: 'socAdjustmentCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 5 },
    unit: 'A',
    typical: byTest({ Pulse: cOf(0.3333), Calendar: cOf(0.3333) }),
    definition: 'Current that moves the cell to the next state of charge.',
    basis: 'C/3: practice',
  },
  {
    ...pulses,
    key: 'pulseCurrent',
    kind: { is: 'current', maxA: 2000, maxC: 30 },
    unit: 'A',
    typical: (doc, item) =>
      Array.isArray(doc[`tests/${item}/pulseCurrentCheckpoints`])
        ? undefined
        : byTest({ Pulse: cOf(1), Calendar: cOf(1) })(doc, item),
    definition: 'Discharge pulse; the charge pulse is three quarters of it.',
    basis: 'research form of HPPC, 1C and 0.75C',
  },
  {
    ...pulses,
    key: 'pulseCurrentCheckpoints',
    kind: { is: 'currents', maxA: 2000, maxC: 30, maxCount: 10 },
    unit: '',
    definition: 'Several levels of the pulse at each state of charge, in place of the pulse current.',
    basis: 'HPPC uses 25 and 75 % of the largest current',
  },
  {
    ...pulses,
    key: 'pulseDuration',
    kind: { is: 'number', min: 0.1, max: 180 },
    unit: 's',
    typical: byTest({ Pulse: 10, Calendar: 10 }),
    definition: 'Length of one pulse.',
    basis: '10 s: HPPC; ISO 12405-4 18 s',
  },
  {
    ...pulses,
    key: 'firstPulse',
    kind: { is: 'choice', options: ['discharge', 'charge'] },
    unit: '',
    typical: () => 'discharge',
    definition: 'Which of the two pulses comes first.',
    basis: 'discharge first: HPPC',
  },
  {
    ...pulses,
    key: 'restTimeBeforePulseTest',
    kind: { is: 'number', min: 600, max: 21_600 },
    unit: 's',
    shown: minutes,
    typical: byTest({ Pulse: 3600, Calendar: 3600 }),
    usual: () => [1800, 21_600],
    definition: 'Rest after the state of charge was set.',
    basis: 'HPPC 1 h, ISO 12405-4 30 min',
  },
  {
    ...pulses,
    key: 'restTimeBetweenPulses',
    kind: { is: 'number', min: 1, max: 7200 },
    unit: 's',
    typical: byTest({ Pulse: 40, Calendar: 40 }),
    definition: 'Rest between the discharge and the charge pulse.',
    basis: '40 s: HPPC; research 600 s',
  },
  {
    ...pulses,
    key: 'restTimeAfterPulseTest',
    kind: { is: 'number', min: 0, max: 86_400 },
    unit: 's',
    shown: minutes,
    typical: byTest({ Pulse: 600, Calendar: 600 }),
    definition: 'Rest after the last pulse at a state of charge.',
    basis: 'our choice',
  },
  {
    ...inTests,
    key: 'spectrumCheckpoints',
    kind: { is: 'numbers', min: 0, max: 100, maxCount: 21 },
    unit: '%',
    group: 'spectra',
    definition: 'States of charge at which an impedance spectrum is taken (EIS). Empty: none.',
    basis: 'our choice; half an hour each, from experience, unconfirmed',
  },
];
