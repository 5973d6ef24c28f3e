import type { Formula } from './formula.ts';
import { capacity, current, energy, from, mass, rate, to, voltage, volume, words } from './inputs.ts';

/** Formulas of cells and packs: current, energy, arrangement, charging, tests, resistance. */

const time = { key: 'time', label: words('Time', '시간'), dimension: 'time', unit: 'h', min: 1e-9 } as const;
const cutoff = {
  ...rate,
  key: 'cutoff',
  label: words('Cut-off of the CV phase', 'CV 종지 전류'),
  near: /cut|until|taper|hold|down|종지|\|\s*까지/i,
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
/** The same for a pack. */
const ofPack = /\|\s*(?:\w+ )?(?:pack|battery|system|팩|배터리)|(?:need|want)[^|]{0,6}\|/i;
/** A cell is named right beside the number: "how many cells" further on is the question. */
const ofCell = /\|\s*(?:\w+ )?(?:cells?|셀)|(?:cells?\b(?! for)|each|per|셀)[^|]{0,12}\|/i;
const cellVoltage = {
  ...voltage,
  key: 'cellVoltage',
  label: words('Cell voltage', '셀 전압'),
  near: ofCell,
} as const;
const cellCapacity = {
  ...capacity,
  key: 'cellCapacity',
  label: words('Cell capacity', '셀 용량'),
  near: ofCell,
} as const;
const series = {
  key: 'series',
  label: words('Cells in series', '직렬 수'),
  dimension: 'series',
  unit: '',
  min: 1,
  max: 1000,
} as const;
const parallel = {
  key: 'parallel',
  label: words('Cells in parallel', '병렬 수'),
  dimension: 'parallel',
  unit: '',
  min: 1,
  max: 10_000,
  assumed: { value: 1, because: words('no parallel cells named', '병렬 수가 없으므로') },
} as const;
const density = [
  {
    key: 'perMass',
    label: words('Energy per mass', '질량당 에너지'),
    dimension: 'specificEnergy',
    unit: 'Wh/kg',
    expression: 'energy / mass * 1000',
  },
  {
    key: 'perVolume',
    label: words('Energy per volume', '부피당 에너지'),
    dimension: 'energyPerVolume',
    unit: 'Wh/L',
    expression: 'energy / volume * 1000',
  },
] as const;
const densitySentences = [
  words('The energy density is {perMass} and {perVolume}.', '에너지 밀도는 {perMass}, {perVolume}입니다.'),
  words('The energy density is {perMass}.', '에너지 밀도는 {perMass}입니다.'),
  words('The energy density is {perVolume}.', '에너지 밀도는 {perVolume}입니다.'),
];
const asksDensity =
  /wh ?\/ ?(?:kg|l\b)|energy densit|specific energy|gravimetric|volumetric|에너지 ?밀도|kg당|리터당|wh per (?:kg|l)/i;
/** Charging only: a discharge has no CV phase. */
const asksCharge = /(?<!dis)charg|full|충전/i;
/** That of a cell, from a change of its voltage; a voltage alone gives that of a load. */
const asksResistance =
  /^(?![^]*(?:shunt|load|insulat|isolat|절연|션트|부하))(?=[^]*(?:resistance|dc-?ir\b|dcr\b|ohms?\b|저항))[^]*(?:drop|sag|f[ae]ll|change|dip|puls|dc-?ir\b|dcr\b|from|before|after|<voltage>.*<voltage>|강하|떨어|펄스|변화|에서)/i;
const asksTime = /how long|how many (?:h|min)|time|duration|hours?\b|minutes?\b|몇 ?(?:시간|분)|시간|얼마나/i;
const ideal = { ...time, key: 'ideal', label: words('Time at constant current', '정전류 시간') } as const;
/** Hours of the CV phase of a full charge beyond the constant current, as in the estimates of orders. */
const hold = 'floor(to / 100) * positive(0.18 * ln(rate / cutoff) - 0.2)';
const holdNote = words(
  'a CV phase at the end of a full charge, by a fit to NMC cells',
  '완전 충전 끝의 CV 구간은 NMC 셀에 맞춘 식',
);
const both = (a: RegExp, b: RegExp): RegExp => new RegExp(`^(?=[^]*(?:${a.source}))(?=[^]*(?:${b.source}))`, 'i');

export const electrical: readonly Formula[] = [
  {
    id: 'c-rate',
    title: words('C-rate from current', '전류에서 C-rate'),
    entries: ['436', '37'],
    inputs: [current, capacity],
    outputs: [{ ...rate, expression: 'current / capacity' }],
    asks: /\bc[- ]?rates?\b|how many c\b|what c\b|\bin c\b|몇 ?c(?![a-z])|씨레이트|c레이트/i,
    names: /how many c\b|what c[- ]?rate|몇 ?c(?![a-z])/i,
    sentence: [words('{current} on {capacity} is {rate}.', '{capacity}에 {current}는 {rate}입니다.')],
  },
  {
    id: 'current',
    title: words('Current from C-rate', 'C-rate에서 전류'),
    entries: ['436', '37'],
    inputs: [rate, capacity],
    outputs: [{ ...current, expression: 'rate * capacity' }],
    asks: /how many (?:[muμ]?a|(?:milli|micro)?amp[a-z]*)\b|\bcurrent\b|\bm?a(?= ?(?:\?|$))|\bamps?\b|\bamperes?\b|= ?\??|몇 ?(?:m?a(?![a-z])|(?:밀리)?암페어)|전류/i,
    names: /how many (?:m?a|amps?|amperes?)\b(?! ?h)|몇 ?(?:m?a(?![a-z])|암페어(?!시))/i,
    sentence: [words('{rate} of {capacity} is {current}.', '{capacity}의 {rate}는 {current}입니다.')],
  },
  {
    id: 'energy',
    title: words('Energy from capacity and voltage', '용량과 전압에서 에너지'),
    entries: ['437'],
    inputs: [capacity, voltage],
    outputs: [{ ...energy, expression: 'capacity * voltage' }],
    asks: /\bk?wh\b(?! ?\/| per)|watt[- ]?hours?|\benergy\b(?! (?:dens|effic|meter|measur))|몇 ?k?wh(?! ?\/)|에너지(?! ?밀도)|와트시/i,
    names: /how many (?:k?wh|watt[- ]?hours)\b|몇 ?k?wh/i,
    sentence: [words('{capacity} at {voltage} is {energy}.', '{voltage} {capacity}는 {energy}입니다.')],
  },
  {
    id: 'capacity',
    title: words('Capacity from energy and voltage', '에너지와 전압에서 용량'),
    entries: ['437'],
    inputs: [energy, voltage],
    outputs: [{ ...capacity, expression: 'energy / voltage' }],
    asks: /\bm?ah\b|amp(?:ere)?[- ]?hours?|\bcapacity\b|몇 ?m?ah|용량|암페어시/i,
    sentence: [words('{energy} at {voltage} is {capacity}.', '{voltage} {energy}는 {capacity}입니다.')],
  },
  {
    id: 'pack-size',
    title: words('Cells of a pack', '팩의 셀 수'),
    entries: ['438'],
    inputs: [
      {
        ...voltage,
        key: 'packVoltage',
        label: words('Pack voltage', '팩 전압'),
        near: ofPack,
        typical: undefined,
        assumed: undefined,
      },
      {
        ...capacity,
        key: 'packCapacity',
        label: words('Pack capacity', '팩 용량'),
        near: ofPack,
        optional: true,
      },
      cellVoltage,
      { ...cellCapacity, optional: true },
    ],
    outputs: [
      { ...series, expression: 'round(packVoltage / cellVoltage)' },
      { ...parallel, expression: 'ceil(packCapacity / cellCapacity)' },
      { key: 'cells', label: words('Cells', '셀 수'), dimension: 'cells', unit: '', expression: 'series * parallel' },
      {
        ...voltage,
        key: 'voltage',
        label: words('Nominal voltage', '공칭 전압'),
        expression: 'series * cellVoltage',
      },
      { ...energy, expression: 'series * cellVoltage * parallel * cellCapacity' },
    ],
    asks: both(
      /cells?\b|series|18650|21700|셀|직렬/i,
      /how many|number of|arrange|몇 ?(?:개|셀|직렬|병렬|s\b)|calculate|셀 ?수|개수/i,
    ),
    sentence: [
      words(
        '{series} cells in series and {parallel} in parallel, {cells} in all: {voltage} nominal, {energy}.',
        '{series}직렬 {parallel}병렬, 모두 {cells}셀: 공칭 {voltage}, {energy}입니다.',
      ),
      words('{series} cells in series: {voltage} nominal.', '{series}직렬: 공칭 {voltage}입니다.'),
    ],
    notes: [
      words(
        'cells in series rounded to the nearest whole number, cells in parallel rounded up',
        '직렬 수는 반올림, 병렬 수는 올림',
      ),
    ],
  },
  {
    id: 'pack',
    title: words('Voltage and capacity of a pack', '팩의 전압과 용량'),
    entries: ['438'],
    // A higher voltage is that of the pack, which has no place in this formula.
    inputs: [series, parallel, { ...cellVoltage, max: 5 }, cellCapacity],
    outputs: [
      {
        ...voltage,
        key: 'packVoltage',
        label: words('Pack voltage', '팩 전압'),
        expression: 'series * cellVoltage',
      },
      {
        ...capacity,
        key: 'packCapacity',
        label: words('Pack capacity', '팩 용량'),
        expression: 'parallel * cellCapacity',
      },
      { ...energy, expression: 'packVoltage * packCapacity' },
      { key: 'cells', label: words('Cells', '셀 수'), dimension: 'cells', unit: '', expression: 'series * parallel' },
    ],
    asks: /voltage|capacity|energy|\bk?wh\b|\bm?ah\b|how many|pack|팩|전압|용량|에너지|몇 ?(?:v|k?wh|ah|볼트)/i,
    sentence: [
      words(
        'The pack has {packVoltage}, {packCapacity} and {energy} in {cells} cells.',
        '팩은 {packVoltage}, {packCapacity}, {energy}이며 셀은 {cells}개입니다.',
      ),
    ],
  },
  {
    id: 'energy-density',
    title: words('Energy density', '에너지 밀도'),
    entries: ['174'],
    inputs: [capacity, voltage, mass, volume],
    outputs: [density[0], density[1]].map((output) => ({
      ...output,
      expression: output.expression.replace('energy', 'capacity * voltage'),
    })),
    asks: asksDensity,
    names: /how many wh ?\/ ?|what (?:is the )?energy density/i,
    sentence: densitySentences,
  },
  {
    id: 'energy-density-of-energy',
    title: words('Energy density', '에너지 밀도'),
    entries: ['174'],
    inputs: [energy, mass, volume],
    outputs: density,
    asks: asksDensity,
    sentence: densitySentences,
  },
  {
    id: 'charging-time',
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
    title: words('Run time at a current', '전류로 쓰는 시간'),
    entries: ['436'],
    inputs: [capacity, current],
    outputs: [{ ...time, expression: 'capacity / current' }],
    asks: /^(?![^]*(?:(?<!dis)charg|full|충전))[^]*(?:how long|how many (?:h|min)|run ?time|last\b|(?:discharge )?time|몇 ?(?:시간|분)|얼마나|방전 ?시간)/i,
    sentence: [words('{capacity} at {current} lasts {time}.', '{capacity}는 {current}에서 {time} 갑니다.')],
  },
  {
    id: 'time-of-rate',
    title: words('Time at a C-rate', 'C-rate의 시간'),
    entries: ['37', '436'],
    inputs: [rate],
    outputs: [{ ...time, expression: '1 / rate' }],
    asks: /^(?![^]*(?:(?<!dis)charg(?!e of)|충전|full|cv))[^]*(?:how long|how many (?:h|min)|discharge time|몇 ?(?:시간|분)|방전 ?시간)/i,
    ignores: ['capacity'],
    sentence: [words('{rate} takes {time}.', '{rate}는 {time} 걸립니다.')],
  },
  {
    id: 'test-duration',
    title: words('Duration of a cycling test', '사이클 시험 기간'),
    entries: ['444'],
    inputs: [
      {
        key: 'cycles',
        label: words('Cycles', '사이클 수'),
        dimension: 'cycles',
        unit: '',
        min: 1,
        max: 100_000,
      },
      {
        ...rate,
        key: 'charge',
        label: words('Charge C-rate', '충전 C-rate'),
        max: 2,
        // The charge is said first: 0.5C/1C.
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
  {
    id: 'pulse-resistance',
    title: words('DC resistance from a pulse', '펄스에서 DC 저항'),
    entries: ['47'],
    inputs: [
      {
        ...voltage,
        key: 'drop',
        label: words('Voltage change', '전압 변화'),
        isMagnitude: true,
        min: 1e-6,
        typical: undefined,
        assumed: undefined,
      },
      current,
    ],
    outputs: [
      {
        key: 'resistance',
        label: words('DC resistance', 'DC 저항'),
        dimension: 'resistance',
        unit: 'mΩ',
        expression: 'drop / current * 1000',
      },
    ],
    asks: asksResistance,
    ignores: ['time'],
    sentence: [words('{drop} at {current} is {resistance}.', '{current}에서 {drop}이면 {resistance}입니다.')],
  },
  {
    id: 'pulse-resistance-of-two',
    title: words('DC resistance from two voltages', '두 전압에서 DC 저항'),
    entries: ['47'],
    inputs: [
      {
        ...voltage,
        key: 'before',
        label: words('Voltage before the pulse', '펄스 전 전압'),
        typical: undefined,
        assumed: undefined,
        near: /before|rest|from|ocv|전/i,
      },
      {
        ...voltage,
        key: 'after',
        label: words('Voltage in the pulse', '펄스 중 전압'),
        typical: undefined,
        assumed: undefined,
        near: /after|during|under|in the|후|중/i,
      },
      current,
    ],
    outputs: [
      {
        key: 'resistance',
        label: words('DC resistance', 'DC 저항'),
        dimension: 'resistance',
        unit: 'mΩ',
        expression: 'abs(before - after) / current * 1000',
      },
    ],
    asks: asksResistance,
    ignores: ['time'],
    sentence: [
      words(
        'From {before} to {after} at {current} is {resistance}.',
        '{current}에서 {before}에서 {after}가 되면 {resistance}입니다.',
      ),
    ],
  },
  {
    id: 'voltage-drop',
    title: words('Voltage drop and heat', '전압 강하와 발열'),
    entries: ['442'],
    inputs: [
      current,
      {
        key: 'resistance',
        label: words('DC resistance', 'DC 저항'),
        dimension: 'resistance',
        unit: 'mΩ',
        min: 1e-6,
        max: 1e6,
      },
    ],
    outputs: [
      {
        ...voltage,
        key: 'drop',
        label: words('Voltage drop', '전압 강하'),
        expression: 'current * resistance / 1000',
      },
      {
        key: 'heat',
        label: words('Heat', '발열'),
        dimension: 'power',
        unit: 'W',
        expression: 'current ^ 2 * resistance / 1000',
      },
    ],
    // Resistances in series or parallel would have to be added first.
    asks: /^(?![^]*(?:parallel|series|직렬|병렬))[^]*(?:drop|sag|heat|warm|watts?\b|loss|\bw\b|발열|강하|몇 ?(?:w|v|와트))/i,
    sentence: [
      words(
        '{current} through {resistance} drops {drop} and makes {heat} of heat.',
        '{resistance}에 {current}가 흐르면 전압이 {drop} 떨어지고 {heat}의 열이 납니다.',
      ),
    ],
  },
];
