import type { Formula, Input, Output } from './formula.ts';
import { arealOfLoading } from './electrodes.ts';
import { active, areal, loading, specific } from './inputs.ts';
import { arealByNavigator, balanceByNavigator } from './navigator.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of the balance of both electrodes, N/P. */

const cathodeAreal: Input = {
  ...areal,
  label: words('Areal capacity of the cathode', '양극 면적 용량'),
  part: 'cathode',
};
const anodeAreal: Input = {
  ...areal,
  key: 'anodeAreal',
  label: words('Areal capacity of the anode', '음극 면적 용량'),
  part: 'anode',
};
const cathodeLoading: Input = { ...loading, label: words('Cathode loading', '양극 로딩'), part: 'cathode' };
const cathodeActive: Input = {
  ...active,
  part: 'cathode',
  label: words('Active material of the cathode', '양극 활물질 비율'),
};
const cathodeSpecific: Input = {
  ...specific,
  part: 'cathode',
  label: words('Specific capacity of the cathode', '양극 비용량'),
};
const anodeLoading: Input = {
  ...loading,
  key: 'anodeLoading',
  label: words('Anode loading', '음극 로딩'),
  part: 'anode',
};
const anodeActive: Input = {
  ...active,
  key: 'anodeActive',
  label: words('Active material of the anode', '음극 활물질 비율'),
  part: 'anode',
};
const anodeSpecific: Input = {
  ...specific,
  key: 'anodeSpecific',
  label: words('Specific capacity of the anode', '음극 비용량'),
  part: 'anode',
  assumed: { value: 350, because: words('typical of graphite', '흑연의 일반적인 값') },
};
const balance: Input = {
  key: 'balance',
  label: words('N/P ratio', 'N/P 비'),
  dimension: 'number',
  unit: '',
  min: 0.1,
  max: 10,
};
const balanceOutput: Output = { ...balance, expression: 'anodeAreal / areal', computedBy: balanceByNavigator };
const asksBalance = /\bn ?\/ ?p\b|n ?\/ ?p ?비|\bnp ratio|n to p\b|balance|밸런스/i;
/** A loading of the anode: that of the cathode for an N/P is not computed. */
const asksLoading =
  /^(?![^]*(?:(?:what|which|how much) (?:cathode|positive)|(?:cathode|positive) (?:loading|coat weight) ?\?|양극 로딩[은이]))(?=[^]*(?:anode|negative|graphite|음극|흑연))(?=[^]*(?:\bn ?\/ ?p\b|n ?\/ ?p ?비|balance|밸런스))[^]*(?:load|coat(?:ing)? ?weight|mg ?\/ ?cm|로딩)/i;
const neededAnode: readonly Output[] = [
  { ...anodeAreal, expression: 'areal * balance' },
  { ...anodeLoading, expression: 'anodeAreal / (anodeActive / 100 * anodeSpecific) * 1000' },
];
const neededSentence = [
  words(
    'N/P {balance} needs an anode loading of {anodeLoading} on one side, {anodeAreal}.',
    'N/P {balance}에는 편면 음극 로딩 {anodeLoading}({anodeAreal})가 필요합니다.',
  ),
];
const balanceSentence = [words('N/P is {balance}.', 'N/P는 {balance}입니다.')];

export const balances: readonly Formula[] = [
  {
    id: 'balance',
    title: words('N/P from areal capacities', '면적 용량에서 N/P'),
    entries: ['16', '440'],
    kin: 'balance',
    inputs: [cathodeAreal, anodeAreal],
    outputs: [balanceOutput],
    asks: asksBalance,
    sentence: balanceSentence,
  },
  {
    id: 'balance-of-loading',
    title: words('N/P from loadings', '로딩에서 N/P'),
    entries: ['16', '440'],
    kin: 'balance',
    inputs: [cathodeLoading, anodeLoading, cathodeActive, anodeActive, cathodeSpecific, anodeSpecific],
    outputs: [
      { ...arealOfLoading, label: cathodeAreal.label },
      {
        ...anodeAreal,
        expression: 'anodeLoading * anodeActive / 100 * anodeSpecific / 1000',
        computedBy: ({ anodeLoading: own, anodeActive: part, anodeSpecific: each }) =>
          arealByNavigator({ loading: own ?? 0, active: part ?? 0, specific: each ?? 0 }),
      },
      balanceOutput,
    ],
    asks: asksBalance,
    names: asksBalance,
    sentence: balanceSentence,
  },
  {
    id: 'anode-loading',
    title: words('Anode loading for an N/P', 'N/P에 필요한 음극 로딩'),
    entries: ['440', '16'],
    kin: 'anode-loading',
    inputs: [balance, { ...areal, label: cathodeAreal.label }, anodeActive, anodeSpecific],
    outputs: neededAnode,
    asks: asksLoading,
    names: asksLoading,
    sentence: neededSentence,
  },
  {
    id: 'anode-loading-of-loading',
    title: words('Anode loading for an N/P', 'N/P에 필요한 음극 로딩'),
    entries: ['440', '16'],
    kin: 'anode-loading',
    inputs: [balance, cathodeLoading, cathodeActive, anodeActive, cathodeSpecific, anodeSpecific],
    outputs: [{ ...arealOfLoading, label: cathodeAreal.label }, ...neededAnode],
    asks: asksLoading,
    sentence: neededSentence,
  },
];
