import type { Formula, Input } from './formula.ts';
import { width } from './inputs.ts';
import { words } from '../../quantities/words.ts';

/** Formulas of jelly rolls. */

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

export const rolls: readonly Formula[] = [
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
];
