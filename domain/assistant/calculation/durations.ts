import { both } from '../../quantities/asks.ts';
import type { Formula } from './formula.ts';
import { capacity, current, cycles, energy, from, rate, to } from './inputs.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of times: charging, discharging, a cycling test. */

const time = { key: 'time', label: words('Time', '시간'), dimension: 'time', unit: 'h', min: 1e-9 } as const;
const cutoff = {
  ...rate,
  key: 'cutoff',
  label: words('Cut-off of the CV phase', 'CV 종지 전류'),
  near: /cut|until|taper|hold|down|종지|\bcv\b[^|]*\||정전압[^|]*\||\|\s*까지/i,
  assumed: { value: 0.05, because: words('usual cut-off C/20', '일반적인 종지 C/20') },
} as const;
const power = {
  key: 'power',
  label: words('Charging power', '충전 전력'),
  dimension: 'power',
  unit: 'kW',
  min: 1e-6,
  max: 1e8,
} as const;
const efficiency = {
  key: 'efficiency',
  label: words('Efficiency', '효율'),
  dimension: 'share',
  unit: '%',
  min: 1,
  max: 100,
  near: /effic|효율/i,
  assumed: { value: 90, because: words('usual for charging from the grid', '계통 충전의 일반적인 값') },
} as const;
/** The share that is charged at constant current is named, and a CV phase behind it. */
const namesTaper =
  /[^]*(?:<share>[^]*(?:(?<!cc ?[-/+]? ?)\bcv\b|taper|constant voltage|정전압)|(?:\bcv\b|정전압)[^]*\bcc\b[^]*<share>)/i;
/** Charging only: a discharge has no CV phase. */
const asksCharge = new RegExp(`^(?!${namesTaper.source})[^]*(?:(?<!dis)charg|full|충전)`, 'i');
const asksTime = /how long|how many (?:h|min)|time|duration|hours?\b|minutes?\b|몇 ?(?:시간|분)|시간|얼마나/i;
const ideal = { ...time, key: 'ideal', label: words('Time at constant current', '정전류 시간') } as const;
/** Hours of the CV phase of a full charge beyond the constant current, as in the estimates of orders. */
const hold = 'floor(to / 100) * positive(0.18 * ln(rate / cutoff) - 0.2)';
const holdNote = words(
  'a CV phase at the end of a full charge, by a fit to NMC cells',
  '완전 충전 끝의 CV 구간은 NMC 셀에 맞춘 식',
);

const share = {
  key: 'share',
  label: words('Charged at constant current', '정전류로 충전한 비율'),
  dimension: 'share',
  unit: '%',
  min: 1,
  max: 100,
} as const;
const taper = {
  ...time,
  key: 'taper',
  label: words('Time of the CV phase', 'CV 구간 시간'),
  expression: '(1 - share / 100) / (rate - cutoff) * ln(rate / cutoff)',
  min: 0,
} as const;
const taperSentence = [
  words(
    '{ideal} at constant current and {taper} in the CV phase: {time} in all.',
    '정전류 {ideal}, CV 구간 {taper}, 모두 {time} 걸립니다.',
  ),
];
const taperNotes = [
  words(
    'the current falls exponentially in the CV phase, and the cell is full at its cut-off',
    'CV 구간에서 전류는 지수적으로 줄고, 종지 전류에서 만충',
  ),
];
const taperAsked = both(namesTaper, asksTime);

export const durations: readonly Formula[] = [
  {
    id: 'charging-time-with-taper',
    title: words('Charging time with a taper', '테이퍼를 포함한 충전 시간'),
    entries: ['39', '441'],
    kin: 'charging-with-taper',
    inputs: [rate, share, cutoff],
    outputs: [{ ...ideal, expression: 'share / 100 / rate' }, taper, { ...time, expression: 'ideal + taper' }],
    asks: taperAsked,
    ignores: ['capacity', 'voltage'],
    sentence: taperSentence,
    notes: taperNotes,
  },
  {
    id: 'charging-time-with-taper-of-current',
    title: words('Charging time with a taper', '테이퍼를 포함한 충전 시간'),
    entries: ['39', '441'],
    kin: 'charging-with-taper',
    inputs: [capacity, current, share, cutoff],
    outputs: [
      { ...rate, expression: 'current / capacity' },
      { ...ideal, expression: 'share / 100 / rate' },
      taper,
      { ...time, expression: 'ideal + taper' },
    ],
    asks: taperAsked,
    ignores: ['voltage'],
    sentence: taperSentence,
    notes: taperNotes,
  },
  {
    id: 'charging-time',
    kin: 'charging',
    title: words('Charging time at a current', '전류로 충전하는 시간'),
    entries: ['39', '441', '436'],
    inputs: [capacity, current, to, from, cutoff],
    outputs: [
      { ...rate, expression: 'current / capacity' },
      { ...ideal, expression: 'capacity * (to - from) / 100 / current' },
      { ...time, expression: `ideal + ${hold}` },
    ],
    asks: both(asksCharge, asksTime),
    ignores: ['voltage'],
    sentence: [
      words(
        '{capacity} at {current} takes {ideal} at constant current, about {time} with the CV phase.',
        '{capacity}를 {current}로 충전하면 정전류로 {ideal}, CV 구간을 더하면 약 {time} 걸립니다.',
      ),
      words(
        '{capacity} at {current} takes {time} from {from} to {to}, at constant current.',
        '{capacity}를 {current}로 {from}에서 {to}까지 충전하면 정전류로 {time} 걸립니다.',
      ),
    ],
    notes: [holdNote],
  },
  {
    id: 'charging-time-of-rate',
    kin: 'charging',
    title: words('Charging time at a C-rate', 'C-rate로 충전하는 시간'),
    entries: ['39', '37', '441', '436'],
    inputs: [rate, to, from, cutoff],
    outputs: [
      { ...ideal, expression: '(to - from) / 100 / rate' },
      { ...time, expression: `ideal + ${hold}` },
    ],
    asks: both(asksCharge, asksTime),
    ignores: ['capacity', 'voltage'],
    sentence: [
      words(
        'At {rate} it takes {ideal} at constant current, about {time} with the CV phase.',
        '{rate}로 충전하면 정전류로 {ideal}, CV 구간을 더하면 약 {time} 걸립니다.',
      ),
      words(
        'At {rate} it takes {time} from {from} to {to}, at constant current.',
        '{rate}로 {from}에서 {to}까지 충전하면 정전류로 {time} 걸립니다.',
      ),
    ],
    notes: [holdNote],
  },
  {
    id: 'charging-time-of-power',
    title: words('Charging time at a power', '전력으로 충전하는 시간'),
    entries: ['441'],
    inputs: [energy, power, to, from, efficiency],
    outputs: [{ ...time, expression: 'energy * (to - from) / 100 / (power * efficiency / 100)' }],
    asks: both(/charg|full|wallbox|<share>|충전/i, asksTime),
    sentence: [
      words(
        'Charging {energy} from {from} to {to} at {power} takes {time}.',
        '{energy}를 {from}에서 {to}까지 {power}로 충전하면 {time} 걸립니다.',
      ),
    ],
  },
  {
    id: 'run-time',
    kin: 'running',
    title: words('Run time at a current', '전류로 쓰는 시간'),
    entries: ['436'],
    inputs: [capacity, current],
    outputs: [{ ...time, expression: 'capacity / current' }],
    asks: /^(?![^]*(?:(?<!dis)charg|full|충전))[^]*(?:how long|how many (?:h|min)|run ?time|last\b|(?:discharge )?time|몇 ?(?:시간|분)|얼마나|방전 ?시간)/i,
    sentence: [words('{capacity} at {current} lasts {time}.', '{capacity}는 {current}에서 {time} 갑니다.')],
  },
  {
    id: 'time-of-rate',
    kin: 'running',
    title: words('Time at a C-rate', 'C-rate의 시간'),
    entries: ['37', '436'],
    inputs: [rate],
    outputs: [{ ...time, expression: '1 / rate' }],
    asks: /^(?![^]*(?:(?<!dis)charg(?!e of)|충전|full|cv|\bthat take))[^]*(?:how long|how many (?:h|min)|discharge time|몇 ?(?:시간|분)|방전 ?시간)/i,
    ignores: ['capacity'],
    sentence: [words('{rate} takes {time}.', '{rate}는 {time} 걸립니다.')],
  },
  {
    id: 'test-duration',
    title: words('Duration of a cycling test', '사이클 시험 기간'),
    entries: ['444'],
    inputs: [
      cycles,
      {
        ...rate,
        key: 'charge',
        label: words('Charge C-rate', '충전 C-rate'),
        max: 2,
        // In 0.5C/1C, the first rate is that of the charge.
        near: /(?<!dis)charg|충전|up|\|\s*\/\s*$/i,
        like: 'discharge',
      },
      {
        ...rate,
        key: 'discharge',
        label: words('Discharge C-rate', '방전 C-rate'),
        near: /discharg|방전|down|^\s*\/\s*\|/i,
        like: 'charge',
      },
      {
        ...time,
        key: 'rest',
        label: words('Rest after each step', '단계 후 휴지'),
        unit: 'min',
        min: 0,
        max: 1000,
        assumed: { value: 0.5, because: words('usual rest', '일반적인 휴지') },
      },
    ],
    outputs: [
      {
        ...time,
        key: 'cycle',
        label: words('One cycle', '한 사이클'),
        expression: '(1 - 0.2 * charge) / charge + 0.18 * ln(20 * charge) + 1 / discharge + 2 * rest',
      },
      { ...time, unit: 'd', expression: 'cycles * cycle' },
    ],
    asks: /^(?![^]*(?:(?:no|without|zero) rest|휴지 ?없))[^]*(?:how (?:many|long)|days?|weeks?|months?|duration|take|며칠|몇 ?(?:일|주|달|개월|시간)|기간|얼마나|걸리)/i,
    ignores: ['capacity'],
    sentence: [
      words(
        '{cycles} cycles take {time}: {cycle} a cycle, with a CV phase down to C/20.',
        '{cycles}사이클은 {time} 걸립니다. 한 사이클은 C/20까지의 CV 구간을 포함해 {cycle}입니다.',
      ),
    ],
    notes: [words('no check-ups between the cycles', '사이클 사이의 중간 점검(RPT) 없음')],
  },
];
