import { ofOneSide } from '../../quantities/asks.ts';
import type { Formula, Input, Output } from './formula.ts';
import { active, capacity, loading, specific, trueDensity, width } from './inputs.ts';
import { coatingDensityByNavigator } from './navigator.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of porosity, of theoretical capacity and of the electrolyte. */

const coefficient: Input = {
  key: 'coefficient',
  label: words('Injection coefficient', '주액 계수'),
  dimension: 'number',
  unit: '',
  min: 1,
  max: 10,
  near: /coeff|factor|times|계수/i,
  assumed: {
    value: 1.2,
    because: words(
      'close to the least for long cycling in a study of 1 to 5 Ah pouches',
      '1~5 Ah 파우치 연구에서 긴 수명에 필요한 최솟값에 가까움',
    ),
  },
};
const electrolyteDensity: Input = {
  ...trueDensity,
  key: 'density',
  label: words('Density of the electrolyte', '전해액 밀도'),
  near: /electrolyte|전해액/i,
  typical: undefined,
  assumed: { value: 1.2, because: words('usual carbonate electrolyte', '일반적인 카보네이트 전해액') },
};
const porosity = {
  key: 'porosity',
  label: words('Porosity', '기공률'),
  dimension: 'share',
  unit: '%',
  min: 0,
  max: 99.9,
} as const;

const thickness: Input = {
  ...width,
  key: 'thickness',
  label: words('Coating thickness', '합제 두께'),
  unit: 'µm',
  min: 0.001,
  max: 5,
};
const additive: Input = {
  key: 'additive',
  label: words('Conductive carbon', '도전재 비율'),
  dimension: 'additive',
  unit: '%',
  min: 0,
  max: 50,
};
const coatingDensity: Output = {
  ...trueDensity,
  key: 'coating',
  label: words('Density of the coating', '합제 밀도'),
  expression: 'loading / thickness / 100',
  computedBy: coatingDensityByNavigator,
};
const porosityAsked = ofOneSide(/poro|void|holes?|기공|공극/i);
/** Of an anode, the material must be named: NMC cannot be assumed. */
const mixtureAsked = new RegExp(
  `^(?:(?![^]*(?:anode|negative|silicon|음극|실리콘))|(?=[^]*(?:graphite|hard carbon|흑연)))${porosityAsked.source.slice(1)}`,
  'i',
);
const porosityNamed = /poro|기공|공극/i;
const porositySentence = [
  words('The coating has {coating} and a porosity of {porosity}.', '합제 밀도는 {coating}, 기공률은 {porosity}입니다.'),
];

export const pores: readonly Formula[] = [
  {
    id: 'porosity',
    kin: 'porosity',
    title: words('Porosity from compaction density', '압연 밀도에서 기공률'),
    entries: ['132'],
    inputs: [
      trueDensity,
      {
        ...trueDensity,
        key: 'coating',
        label: words('Density of the coating', '합제 밀도'),
        near: /coat|press|compact|calend|electrode|합제|압연/i,
        typical: undefined,
      },
    ],
    outputs: [{ ...porosity, expression: '(1 - coating / trueDensity) * 100' }],
    asks: /poro|void|holes?|기공|공극/i,
    sentence: [words('The porosity is {porosity}.', '기공률은 {porosity}입니다.')],
  },
  {
    id: 'porosity-of-loading',
    kin: 'porosity',
    title: words('Porosity from loading and thickness', '로딩과 두께에서 기공률'),
    entries: ['132', '15'],
    inputs: [loading, thickness, trueDensity],
    outputs: [coatingDensity, { ...porosity, expression: '(1 - coating / trueDensity) * 100' }],
    asks: porosityAsked,
    names: porosityNamed,
    sentence: porositySentence,
  },
  {
    id: 'porosity-of-mixture',
    title: words('Porosity from loading, thickness and composition', '로딩, 두께, 조성에서 기공률'),
    entries: ['132', '15'],
    kin: 'porosity',
    inputs: [
      loading,
      thickness,
      { ...active, assumed: undefined },
      additive,
      { ...additive, key: 'binder', label: words('Binder', '바인더 비율'), dimension: 'binder' },
      {
        ...trueDensity,
        label: words('Density of the active material', '활물질 진밀도'),
        assumed: { value: 4.7, because: words('NMC, as no material is named', '재료 이름이 없으므로 NMC') },
      },
      {
        ...trueDensity,
        key: 'additiveDensity',
        label: words('Density of the conductive carbon', '도전재 밀도'),
        typical: undefined,
        near: /carbon|conductive|도전재|카본/i,
        assumed: { value: 1.9, because: words('usual carbon black', '일반적인 카본블랙') },
      },
      {
        ...trueDensity,
        key: 'binderDensity',
        label: words('Density of the binder', '바인더 밀도'),
        typical: undefined,
        near: /binder|pvdf|cmc|바인더/i,
        assumed: { value: 1.78, because: words('PVDF', 'PVDF') },
      },
    ],
    outputs: [
      coatingDensity,
      {
        ...trueDensity,
        key: 'mixture',
        label: words('True density of the mixture', '혼합물 진밀도'),
        expression:
          '(active + additive + binder) / (active / trueDensity + additive / additiveDensity + binder / binderDensity)',
      },
      { ...porosity, expression: '(1 - coating / mixture) * 100' },
    ],
    asks: mixtureAsked,
    sentence: porositySentence,
  },
  {
    id: 'theoretical-capacity',
    title: words('Theoretical capacity', '이론 용량'),
    entries: ['171'],
    inputs: [
      { key: 'molar', label: words('Molar mass', '몰 질량'), dimension: 'molarMass', unit: 'g/mol', min: 1, max: 2000 },
      {
        key: 'electrons',
        label: words('Electrons per formula unit', '화학식당 전자 수'),
        dimension: 'electrons',
        unit: '',
        min: 0.01,
        max: 20,
        assumed: { value: 1, because: words('one lithium per formula unit', '화학식당 리튬 1개') },
      },
    ],
    outputs: [
      { ...specific, label: words('Theoretical capacity', '이론 용량'), expression: 'electrons * 26801 / molar' },
    ],
    asks: /mah ?\/ ?g|theor|capacity|용량/i,
    names: /theoretical capacity of|이론 ?용량 ?계산/i,
    sentence: [words('The theoretical capacity is {specific}.', '이론 용량은 {specific}입니다.')],
  },
  {
    id: 'electrolyte',
    title: words('Electrolyte from capacity', '용량에서 전해액'),
    entries: ['248', '126'],
    inputs: [
      capacity,
      {
        key: 'ratio',
        label: words('Electrolyte per capacity', '용량당 전해액'),
        dimension: 'massPerCapacity',
        unit: 'g/Ah',
        min: 0.1,
        max: 500,
        assumed: {
          value: 1.3,
          because: words('usual in commercial cells; prototypes need more', '상용 셀의 값이며 시제품은 더 필요'),
        },
      },
      electrolyteDensity,
    ],
    outputs: [
      {
        key: 'electrolyte',
        label: words('Electrolyte', '전해액'),
        dimension: 'mass',
        unit: 'g',
        expression: 'capacity * ratio',
      },
      {
        key: 'volume',
        label: words('Volume', '부피'),
        dimension: 'volume',
        unit: 'mL',
        expression: 'electrolyte / density',
      },
    ],
    asks: /(?=[^]*(?:electrolyte|전해액|주액))[^]*(?:how (?:many|much)|amount|volume|weight|mass\b|grams?\b|\b(?:g|ml)\b|calculat|<massPerCapacity>|몇|얼마|양|부피|무게|계산)/i,
    sentence: [
      words(
        '{capacity} needs {electrolyte} of electrolyte, {volume}.',
        '{capacity}에는 전해액 {electrolyte}, {volume}가 필요합니다.',
      ),
    ],
  },
  {
    id: 'pore-volume',
    title: words('Electrolyte from pore volume', '기공 부피에서 전해액'),
    entries: ['249', '126'],
    inputs: [
      {
        key: 'area',
        label: words('Coated area of all sides', '모든 면의 코팅 면적'),
        dimension: 'area',
        unit: 'cm²',
        min: 0.01,
        max: 1e7,
      },
      thickness,
      porosity,
      coefficient,
    ],
    outputs: [
      {
        key: 'electrolyte',
        label: words('Electrolyte', '전해액'),
        dimension: 'volume',
        unit: 'mL',
        expression: 'area * thickness / 10 * porosity / 100 * coefficient',
      },
    ],
    asks: /electrolyte|pore|전해액|기공|주액/i,
    sentence: [words('The pores of the coating need {electrolyte}.', '코팅의 기공에는 {electrolyte}가 필요합니다.')],
  },
];
