import { byTest, cOf, inTests, type TestField } from '../data/test-field-needs.ts';

/**
 * Parameters of what a test repeats: cycles, rates, storage. All but `agingTime` are additions to the specification,
 * without which a test has no duration and no price.
 */

const program = { ...inTests, group: 'program' } as const;
const day_s = 86_400;
const days = { unit: 'd', factor: 1 / day_s } as const;

export const programFields: readonly TestField[] = [
  {
    ...program,
    key: 'cycles',
    kind: { is: 'number', min: 1, max: 20_000, whole: true },
    unit: 'cycles',
    typical: byTest({ Cycle: 500 }, 3),
    definition: 'How often charge and discharge are repeated.',
    basis: '3 for RPT, 500 for cycling: practice',
  },
  {
    ...program,
    key: 'eolSoh',
    kind: { is: 'number', min: 10, max: 99 },
    unit: '%',
    typical: () => 80,
    definition: 'Stop earlier when the capacity has fallen to this share of the first. The price assumes all cycles.',
    basis: '80 %: practice',
  },
  {
    ...program,
    key: 'rptEvery',
    kind: { is: 'number', min: 1, max: 10_000, whole: true },
    unit: 'cycles',
    definition: 'Put an RPT at 25 °C after every so many cycles. Empty: none in between.',
    basis: 'practice',
  },
  {
    ...program,
    key: 'rptFirst',
    kind: { is: 'flag' },
    unit: '',
    typical: () => true,
    definition: 'With an RPT after every so many cycles, also one before cycle 1, against which aging is measured.',
    basis: 'practice; orders written before this field have none',
  },
  {
    ...program,
    key: 'rateList',
    kind: { is: 'currents', maxA: 2000, maxC: 20, maxCount: 21 },
    unit: '',
    typical: () => [0.1, 0.3333, 1, 2, 3, 0.1].map(cOf),
    definition:
      'Discharge currents in the order in which they are run. The first one again at the end shows any damage.',
    basis: '0.1, 1/3, 1, 2, 3 and 0.1 C again: practice',
  },
  {
    ...program,
    key: 'agingTime',
    kind: { is: 'number', min: day_s, max: 1095 * day_s },
    unit: 's',
    shown: days,
    typical: () => 180 * day_s,
    definition: 'Time in storage; check-ups come on top.',
    basis: '180 d: practice; 1 d to 3 years',
  },
  {
    ...program,
    key: 'checkInterval',
    kind: { is: 'number', min: day_s, max: 1095 * day_s },
    unit: 's',
    shown: days,
    typical: () => 30 * day_s,
    definition: 'Storage between two check-ups at 25 °C.',
    basis: '30 d: practice',
  },
  {
    ...program,
    key: 'agingMode',
    kind: { is: 'choice', options: ['open circuit', 'float'] },
    unit: '',
    typical: () => 'open circuit',
    definition: 'Open circuit: the cell rests. Float: a channel holds its voltage all the time.',
    basis: 'our choice',
  },
];
