import type { Formula, Input } from './formula.ts';
import { active, areal, capacity, height, loading, sheets, specific, trueDensity, width, words } from './inputs.ts';

/** Formulas of electrodes and of stacks and rolls made of them. */

const capacityAsked = /how (?:many|much)|capacity|\bm?ah\b|용량|몇 ?m?ah/i;
/** Each sheet counts twice. */
const stackAsked = new RegExp(`^(?![^]*(?:single|one)[- ](?:sided|coated))[^]*(?:${capacityAsked.source})`, 'i');
/** A loading of both sides together is no loading of one side. */
const ofOneSide = (asked: RegExp): RegExp =>
  new RegExp(`^(?![^]*(?:both (?:sides|faces)|(?:double|two|2)[- ](?:sided|coated)|양면))[^]*(?:${asked.source})`, 'i');
const arealExpression = 'loading * active / 100 * specific / 1000';
const cellCapacity = { ...capacity, label: words('Cell capacity', '셀 용량') };
const cellSentence = [words('The cell has {capacity}.', '셀 용량은 {capacity}입니다.')];
const conversion = [words('{loading} is {converted}.', '{loading}는 {converted}입니다.')];
const mandrel: Input = {
  ...width,
  key: 'mandrel',
  label: words('Mandrel', '권심 지름'),
  min: 0.5,
  max: 100,
  near: /mandrel|core|pin|shaft|inner|권심|맨드릴|코어/i,
};
const stack: Input = {
  ...width,
  key: 'stack',
  label: words('Stack thickness', '적층 두께'),
  min: 0.01,
  max: 5,
  near: /stack|layer|thick|repeat|적층|두께/i,
};
/** Thicknesses of single layers would have to be added first. */
const ofWholeStack = (asked: string): RegExp =>
  new RegExp(`^(?![^]*(?:anode|cathode|separator|\\bsep\\b|음극|양극|분리막))[^]*(?:${asked})`, 'i');
const asksRoll = ofWholeStack('turns?|wraps?|windings?|\\broll|bobbin|턴|젤리롤|권취');
const turns = {
  min: 0.1,
  key: 'turns',
  label: words('Turns', '턴 수'),
  dimension: 'number',
  unit: '',
} as const;
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

export const electrodes: readonly Formula[] = [
  {
    id: 'areal-capacity',
    title: words('Areal capacity from loading', '로딩에서 면적 용량'),
    entries: ['14', '440', '439'],
    inputs: [loading, active, specific],
    outputs: [{ ...areal, expression: arealExpression }],
    asks: ofOneSide(/mah ?\/ ?cm|areal|per (?:area|cm)|capacity|면적 ?용량|면적당|용량/i),
    sentence: [words('{loading} gives {areal} on one side.', '{loading}이면 편면 {areal}입니다.')],
  },
  {
    id: 'loading',
    title: words('Loading for an areal capacity', '면적 용량에 필요한 로딩'),
    entries: ['440', '14'],
    inputs: [areal, active, specific],
    outputs: [
      { ...loading, expression: 'areal / (active / 100 * specific) * 1000' },
      { ...loading, key: 'perSquareMeter', label: words('In g/m²', 'g/m² 단위'), unit: 'g/m²', expression: 'loading' },
    ],
    asks: ofOneSide(/load|lod|mg ?\/ ?cm|g ?\/ ?m|coat(?:ing)? ?weight|gsm|로딩/i),
    sentence: [
      words(
        '{areal} needs {loading} ({perSquareMeter}) on one side.',
        '{areal}에는 편면 {loading}({perSquareMeter})가 필요합니다.',
      ),
    ],
  },
  {
    id: 'loading-per-square-centimeter',
    title: words('Loading in mg/cm²', 'mg/cm² 단위의 로딩'),
    entries: ['440', '14'],
    inputs: [{ ...loading, unit: 'g/m²' }],
    outputs: [{ ...loading, key: 'converted', label: words('In mg/cm²', 'mg/cm² 단위'), expression: 'loading' }],
    asks: /mg ?\/ ?cm/i,
    sentence: conversion,
  },
  {
    id: 'loading-per-square-meter',
    title: words('Loading in g/m²', 'g/m² 단위의 로딩'),
    entries: ['440', '14'],
    inputs: [loading],
    outputs: [
      { ...loading, key: 'converted', label: words('In g/m²', 'g/m² 단위'), unit: 'g/m²', expression: 'loading' },
    ],
    asks: /\bg ?\/ ?m|gsm/i,
    sentence: conversion,
  },
  {
    id: 'stack',
    title: words('Capacity of a stacked pouch cell', '스택 파우치 셀 용량'),
    entries: ['439'],
    inputs: [areal, width, height, sheets],
    outputs: [{ ...cellCapacity, expression: 'areal * width * height / 100 * 2 * sheets / 1000' }],
    asks: stackAsked,
    ignores: ['anodes'],
    sentence: cellSentence,
  },
  {
    id: 'stack-of-area',
    title: words('Capacity of a stacked pouch cell', '스택 파우치 셀 용량'),
    entries: ['439'],
    inputs: [
      areal,
      {
        key: 'area',
        label: words('Coated area of one side', '편면 코팅 면적'),
        dimension: 'area',
        unit: 'cm²',
        min: 0.01,
        max: 1e6,
      },
      sheets,
    ],
    outputs: [{ ...cellCapacity, expression: 'areal * area * 2 * sheets / 1000' }],
    asks: stackAsked,
    ignores: ['anodes'],
    sentence: cellSentence,
  },
  {
    id: 'stack-of-loading',
    title: words('Capacity of a stacked pouch cell', '스택 파우치 셀 용량'),
    entries: ['439'],
    inputs: [loading, active, specific, width, height, sheets],
    outputs: [
      { ...areal, expression: arealExpression },
      { ...cellCapacity, expression: 'areal * width * height / 100 * 2 * sheets / 1000' },
    ],
    asks: stackAsked,
    ignores: ['anodes'],
    sentence: cellSentence,
  },
  {
    id: 'one-side',
    title: words('Capacity of one coated side', '코팅 한 면의 용량'),
    entries: ['439'],
    inputs: [areal, width, height],
    outputs: [{ ...cellCapacity, unit: 'mAh', expression: 'areal * width * height / 100 / 1000' }],
    asks: capacityAsked,
    sentence: [words('One side has {capacity}.', '한 면의 용량은 {capacity}입니다.')],
  },
  {
    id: 'disc',
    title: words('Capacity of a disc electrode', '원형 전극의 용량'),
    entries: ['439'],
    inputs: [areal, { ...width, key: 'diameter', label: words('Diameter', '지름') }],
    outputs: [{ ...cellCapacity, unit: 'mAh', expression: 'areal * pi / 4 * (diameter / 10) ^ 2 / 1000' }],
    asks: /(?=[^]*(?:disc|disk|coin|diameter|코인|원형|지름))[^]*(?:how (?:many|much)|capacity|\bm?ah\b|용량|몇 ?m?ah)/i,
    sentence: [words('The disc has {capacity}.', '전극 용량은 {capacity}입니다.')],
  },
  {
    id: 'roll',
    title: words('Turns and length of a jelly roll', '젤리롤의 턴 수와 길이'),
    entries: ['10', '6'],
    inputs: [
      {
        ...width,
        key: 'roll',
        label: words('Roll diameter', '롤 지름'),
        max: 200,
        near: /roll|bobbin|outer|diameter|롤|외경/i,
      },
      mandrel,
      stack,
    ],
    outputs: [
      { ...turns, expression: '(roll - mandrel) / (2 * stack)' },
      {
        ...width,
        key: 'length',
        label: words('Electrode length', '전극 길이'),
        unit: 'm',
        expression: 'pi / 4 * (roll ^ 2 - mandrel ^ 2) / stack',
      },
    ],
    asks: asksRoll,
    sentence: [
      words('The roll has {turns} turns and {length} of electrode.', '롤은 {turns}턴이고 전극 길이는 {length}입니다.'),
    ],
  },
  {
    id: 'roll-of-length',
    title: words('Turns and diameter of a jelly roll', '젤리롤의 턴 수와 지름'),
    entries: ['6', '10'],
    inputs: [
      {
        ...width,
        key: 'length',
        label: words('Electrode length', '전극 길이'),
        unit: 'm',
        min: 20,
        max: 20_000,
        near: /length|long|electrode|길이/i,
      },
      mandrel,
      stack,
    ],
    outputs: [
      {
        ...width,
        key: 'diameter',
        label: words('Roll diameter', '롤 지름'),
        expression: 'sqrt(mandrel ^ 2 + 4 * length * stack / pi)',
      },
      { ...turns, expression: '(diameter - mandrel) / (2 * stack)' },
    ],
    asks: ofWholeStack('wind|wound|\\broll|bobbin|turns?|턴|젤리롤|권취'),
    sentence: [
      words('The roll has {turns} turns and a diameter of {diameter}.', '롤은 {turns}턴이고 지름은 {diameter}입니다.'),
    ],
  },
  {
    id: 'porosity',
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
    title: words('Porosity from loading and thickness', '로딩과 두께에서 기공률'),
    entries: ['132', '15'],
    inputs: [
      loading,
      {
        ...width,
        key: 'thickness',
        label: words('Coating thickness', '합제 두께'),
        unit: 'µm',
        min: 0.001,
        max: 5,
      },
      trueDensity,
    ],
    outputs: [
      {
        ...trueDensity,
        key: 'coating',
        label: words('Density of the coating', '합제 밀도'),
        expression: 'loading / thickness / 100',
      },
      { ...porosity, expression: '(1 - coating / trueDensity) * 100' },
    ],
    asks: ofOneSide(/poro|void|holes?|기공|공극/i),
    sentence: [
      words(
        'The coating has {coating} and a porosity of {porosity}.',
        '합제 밀도는 {coating}, 기공률은 {porosity}입니다.',
      ),
    ],
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
      { ...width, key: 'thickness', label: words('Coating thickness', '합제 두께'), unit: 'µm', min: 0.001, max: 5 },
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
