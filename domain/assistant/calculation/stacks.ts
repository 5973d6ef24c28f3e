import { assumed } from '../../order/data/assumed.ts';
import { arealOfLoading } from './electrodes.ts';
import type { Formula, Input, Output } from './formula.ts';
import { active, areal, capacity, height, loading, sheets, sideArea, specific, width } from './inputs.ts';
import { cellThicknessByNavigator, stackByNavigator, stackThicknessByNavigator } from './navigator.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of the number of layers, and of the thickness of a stack. */

/** Layers are double-sided cathodes. */
const layersAsked =
  /^(?![^]*(?:single|one)[- ](?:sided|coated)|[^]*편면 ?(?:전극|양극))(?=[^]*(?:layers?\b|sheets?\b|cathodes?\b|plies|층|장|양극|전극|레이어))[^]*(?:how many|number of|layer count|layers (?:for|of|to)|calculat|몇|개수|장수|층수)/i;
const layersNamed = /how many (?:[\w-]+ ){0,3}(?:layers|sheets|cathodes)|몇 ?(?:장|층)/i;
/** Capacity of one layer, from its area. */
const one = (area: string): Output => ({
  ...capacity,
  key: 'one',
  label: words('Capacity of one layer', '한 층의 용량'),
  unit: 'mAh',
  expression: `areal * ${area} * 2 / 1000`,
  computedBy: stackByNavigator,
});
const layers: readonly Output[] = [
  {
    key: 'exact',
    label: words('Layers, exactly', '층수 계산값'),
    dimension: 'number',
    unit: '',
    expression: 'capacity / one',
  },
  { ...sheets, expression: 'ceil(exact)' },
];
const ofLayers = {
  title: words('Layers for a capacity', '용량에 필요한 층수'),
  entries: ['439'],
  kin: 'layers',
  asks: layersAsked,
  names: layersNamed,
  sentence: [
    words(
      '{capacity} needs {exact} double-sided layers of {one} each, so {sheets}.',
      '{capacity}에는 한 층 {one}의 양면 전극이 {exact}층, 곧 {sheets}층 필요합니다.',
    ),
  ],
  notes: [
    words(
      `the whole areal capacity is used; the Navigator counts with ${assumed.utilization * 100} % of it`,
      `면적 용량을 모두 사용; 내비게이터는 그 ${assumed.utilization * 100} %로 계산`,
    ),
  ],
} as const;

const cathodeSheet: Input = {
  ...width,
  key: 'cathodeSheet',
  label: words('Cathode sheet with both coatings', '양면 코팅된 양극 두께'),
  unit: 'µm',
  min: 0.005,
  max: 5,
  part: 'cathode',
};
const separator: Input = {
  ...cathodeSheet,
  key: 'separator',
  label: words('Separator', '분리막 두께'),
  min: 0.001,
  part: 'separator',
  assumed: { value: 0.016, because: words('usual separator', '일반적인 분리막') },
};

export const stacks: readonly Formula[] = [
  {
    id: 'layers',
    ...ofLayers,
    inputs: [capacity, areal, width, height],
    outputs: [one('width * height / 100'), ...layers],
  },
  {
    id: 'layers-of-area',
    ...ofLayers,
    inputs: [capacity, areal, sideArea],
    outputs: [one('area'), ...layers],
  },
  {
    id: 'layers-of-loading',
    ...ofLayers,
    inputs: [capacity, loading, active, specific, width, height],
    outputs: [arealOfLoading, one('width * height / 100'), ...layers],
  },
  {
    id: 'stack-thickness',
    title: words('Thickness of a stacked cell', '적층 셀의 두께'),
    entries: ['439'],
    inputs: [
      { ...sheets, label: words('Double-sided cathodes', '양면 양극 장수') },
      cathodeSheet,
      {
        ...cathodeSheet,
        key: 'anodeSheet',
        label: words('Anode sheet with both coatings', '양면 코팅된 음극 두께'),
        part: 'anode',
      },
      separator,
    ],
    outputs: [
      {
        ...width,
        key: 'stack',
        label: words('Stack', '적층체 두께'),
        expression: 'sheets * cathodeSheet + (sheets + 1) * anodeSheet + 2 * (sheets + 1) * separator',
        computedBy: stackThicknessByNavigator,
      },
      {
        ...width,
        key: 'thickness',
        label: words('Cell with its laminate', '라미네이트를 포함한 셀 두께'),
        expression: `stack + ${2 * assumed.laminate_mm}`,
        computedBy: cellThicknessByNavigator,
      },
    ],
    asks: /^(?![^]*(?:wound|winding|jelly|roll|turn|coatings?\b|foil|(?:per|each|one) side|권취|젤리롤|코팅|집전체|호일|포일))(?=[^]*(?:stack|pouch|layer|sheet|cell|적층|파우치|셀|층|장))[^]*(?:thick|stack height|두께)/i,
    names:
      /^(?![^]*(?:wound|winding|jelly|roll|turn|coating|foil|separator|권취|젤리롤|코팅|분리막))(?=[^]*(?:<layers>|stacked|적층|스택))[^]*(?:thick|stack height|두께)/i,
    ignores: ['anodes'],
    sentence: [
      words('The stack is {stack} thick, the cell {thickness}.', '적층체 두께는 {stack}, 셀 두께는 {thickness}입니다.'),
    ],
    notes: [
      words(
        `one anode more than cathodes, separators around them, a laminate of ${assumed.laminate_mm} mm on both faces`,
        `음극은 양극보다 한 장 많고, 분리막이 모든 장을 감싸며, 양면 라미네이트는 ${assumed.laminate_mm} mm`,
      ),
    ],
  },
];
