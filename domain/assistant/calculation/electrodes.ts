import { ofOneSide } from '../../quantities/asks.ts';
import type { Formula, Output } from './formula.ts';
import { active, areal, capacity, height, loading, sheets, sideArea, specific, width } from './inputs.ts';
import { arealByNavigator, stackByNavigator } from './navigator.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of loadings, and of electrodes and stacks of them. */

/** Areal capacity of one side, from its loading. */
export const arealOfLoading: Output = {
  ...areal,
  expression: 'loading * active / 100 * specific / 1000',
  computedBy: arealByNavigator,
};
const capacityAsked = /how (?:many|much)|capacity|\bm?ah\b|용량|몇 ?m?ah/i;
/** Each sheet counts twice. */
const stackAsked = new RegExp(`^(?![^]*(?:single|one)[- ](?:sided|coated))[^]*(?:${capacityAsked.source})`, 'i');
const cellCapacity = { ...capacity, label: words('Cell capacity', '셀 용량') };
const capacityOfStack: Output = {
  ...cellCapacity,
  expression: 'areal * width * height / 100 * 2 * sheets / 1000',
  computedBy: stackByNavigator,
};
const cellSentence = [words('The cell has {capacity}.', '셀 용량은 {capacity}입니다.')];
const conversion = [words('{loading} is {converted}.', '{loading}는 {converted}입니다.')];

export const electrodes: readonly Formula[] = [
  {
    id: 'areal-capacity',
    title: words('Areal capacity from loading', '로딩에서 면적 용량'),
    entries: ['14', '440', '439'],
    inputs: [loading, active, specific],
    outputs: [arealOfLoading],
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
    kin: 'stack',
    title: words('Capacity of a stacked pouch cell', '스택 파우치 셀 용량'),
    entries: ['439'],
    inputs: [areal, width, height, sheets],
    outputs: [capacityOfStack],
    asks: stackAsked,
    ignores: ['anodes'],
    sentence: cellSentence,
  },
  {
    id: 'stack-of-area',
    kin: 'stack',
    title: words('Capacity of a stacked pouch cell', '스택 파우치 셀 용량'),
    entries: ['439'],
    inputs: [areal, sideArea, sheets],
    outputs: [{ ...cellCapacity, expression: 'areal * area * 2 * sheets / 1000', computedBy: stackByNavigator }],
    asks: stackAsked,
    ignores: ['anodes'],
    sentence: cellSentence,
  },
  {
    id: 'stack-of-loading',
    kin: 'stack',
    title: words('Capacity of a stacked pouch cell', '스택 파우치 셀 용량'),
    entries: ['439'],
    inputs: [loading, active, specific, width, height, sheets],
    outputs: [arealOfLoading, capacityOfStack],
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
    asks: ofOneSide(capacityAsked),
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
];
