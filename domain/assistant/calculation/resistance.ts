import type { Formula } from './formula.ts';
import { current, measuredVoltage, resistance, voltage } from './inputs.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of the DC resistance. */

/** A cell's resistance needs a change of voltage; a single voltage would give the resistance of a load. */
const asksResistance =
  /^(?![^]*(?:shunt|load|insulat|isolat|절연|션트|부하))(?=[^]*(?:resistance|dc-?ir\b|dcr\b|ohms?\b|저항))[^]*(?:drop|sag|f[ae]ll|change|dip|puls|dc-?ir\b|dcr\b|from|before|after|<voltage>.*<voltage>|강하|떨어|펄스|변화|에서)/i;

export const resistances: readonly Formula[] = [
  {
    id: 'pulse-resistance',
    title: words('DC resistance from a pulse', '펄스에서 DC 저항'),
    entries: ['47'],
    inputs: [
      {
        ...measuredVoltage,
        key: 'drop',
        label: words('Voltage change', '전압 변화'),
        isMagnitude: true,
        min: 1e-6,
      },
      current,
    ],
    outputs: [{ ...resistance, expression: 'drop / current * 1000' }],
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
        ...measuredVoltage,
        key: 'before',
        label: words('Voltage before the pulse', '펄스 전 전압'),
        near: /before|rest|from|ocv|전/i,
      },
      {
        ...measuredVoltage,
        key: 'after',
        label: words('Voltage in the pulse', '펄스 중 전압'),
        near: /after|during|under|in the|후|중/i,
      },
      current,
    ],
    outputs: [{ ...resistance, expression: 'abs(before - after) / current * 1000' }],
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
    inputs: [current, { ...resistance, min: 1e-6, max: 1e6 }],
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
