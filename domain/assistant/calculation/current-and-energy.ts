import type { Formula, Input } from './formula.ts';
import { capacity, current, energy, rate, voltage } from './inputs.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of a cell: C-rate, current, energy, capacity. */

const asksEnergy =
  /\bk?wh\b(?! ?\/| per)|watt[- ]?hours?|\benergy\b(?! (?:dens|effic|meter|measur))|몇 ?k?wh(?! ?\/)|에너지(?! ?밀도)|와트시/i;
const cells: Input = {
  key: 'cells',
  label: words('Cells', '셀 수'),
  dimension: 'cells',
  unit: '',
  min: 1,
  max: 1e6,
};

export const currentAndEnergy: readonly Formula[] = [
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
    kin: 'energy',
    title: words('Energy from capacity and voltage', '용량과 전압에서 에너지'),
    entries: ['437'],
    inputs: [capacity, voltage],
    outputs: [{ ...energy, expression: 'capacity * voltage' }],
    asks: asksEnergy,
    names: /how many (?:k?wh|watt[- ]?hours)\b|몇 ?k?wh/i,
    sentence: [words('{capacity} at {voltage} is {energy}.', '{voltage} {capacity}는 {energy}입니다.')],
  },
  {
    id: 'energy-of-cells',
    kin: 'energy',
    title: words('Energy of several cells', '여러 셀의 에너지'),
    entries: ['437'],
    inputs: [cells, capacity, voltage],
    outputs: [
      { ...energy, key: 'each', label: words('Energy of one cell', '셀당 에너지'), expression: 'capacity * voltage' },
      { ...energy, label: words('Energy of all cells', '전체 에너지'), expression: 'cells * each' },
    ],
    asks: asksEnergy,
    sentence: [words('{cells} cells of {each} have {energy}.', '셀당 {each}, {cells}개에 {energy}입니다.')],
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
];
