import { both } from '../../quantities/asks.ts';
import type { Formula } from './formula.ts';
import { capacity, energy, mass, measuredVoltage, voltage, volume } from './inputs.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of packs, and of energy per mass and volume. */

/** Words beside a value of the pack; a bar is the number. */
const ofPack = /\|\s*(?:\w+ )?(?:pack|battery|system|팩|배터리)|(?:need|want)[^|]{0,6}\|/i;
/** Words right beside a value of the cell: "how many cells" further on is what the question asks. */
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
const cellsOfPack = {
  key: 'cells',
  label: words('Cells', '셀 수'),
  dimension: 'cells',
  unit: '',
  expression: 'series * parallel',
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

export const packs: readonly Formula[] = [
  {
    id: 'pack-size',
    title: words('Cells of a pack', '팩의 셀 수'),
    entries: ['438'],
    inputs: [
      {
        ...measuredVoltage,
        key: 'packVoltage',
        label: words('Pack voltage', '팩 전압'),
        near: ofPack,
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
      cellsOfPack,
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
    inputs: [series, parallel, { ...cellVoltage, max: 5 }, { ...cellCapacity, optional: true }],
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
      cellsOfPack,
    ],
    asks: /voltage|capacity|energy|\bk?wh\b|\bm?ah\b|how many|pack|팩|전압|용량|에너지|몇 ?(?:v|k?wh|ah|볼트)/i,
    sentence: [
      words(
        'The pack has {packVoltage}, {packCapacity} and {energy} in {cells} cells.',
        '팩은 {packVoltage}, {packCapacity}, {energy}이며 셀은 {cells}개입니다.',
      ),
      words('The pack has {packVoltage} in {cells} cells.', '팩은 {packVoltage}이며 셀은 {cells}개입니다.'),
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
];
