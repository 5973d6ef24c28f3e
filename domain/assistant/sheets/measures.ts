import { type BilingualText, words } from '../../quantities/words.ts';

/** Measures that columns of a sheet hold, and the words by which heads and questions name them. */

export type MeasureName =
  | 'retention'
  | 'coulombic'
  | 'energyEfficiency'
  | 'capacity'
  | 'energy'
  | 'resistance'
  | 'voltage'
  | 'current'
  | 'temperature';

type Direction = 'charge' | 'discharge';

/** A measure in one direction, or in none that is named. */
export interface Measure {
  name: MeasureName;
  direction?: Direction;
}

interface MeasureWords {
  name: MeasureName;
  label: BilingualText;
  head: RegExp;
  asked: RegExp;
  /** Units that only this measure has. */
  unit?: RegExp;
}

/** In the order in which they are looked for: the first that a text names is meant. */
const measures: readonly MeasureWords[] = [
  {
    name: 'retention',
    label: words('Capacity retention', '용량 유지율'),
    head: /\bretention|\bsoh\b|유지율|잔존율/i,
    asked: /\bretention|\bsoh\b|state of health|유지율|잔존율/i,
  },
  {
    name: 'energyEfficiency',
    label: words('Energy efficiency', '에너지 효율'),
    head: /energy eff|\bEE\b|에너지 ?효율/i,
    asked: /energy eff|\bEE\b|에너지 ?효율/i,
  },
  {
    name: 'coulombic',
    label: words('Coulombic efficiency', '쿨롱 효율'),
    head: /coul\w* ?eff|current eff|^ce$|쿨롱/i,
    asked: /coul\w* ?eff|\bCE\b|쿨롱/i,
  },
  {
    name: 'capacity',
    label: words('Capacity', '용량'),
    head: /capacity|\bcap\b|^q\b|^qd|^qc|용량/i,
    asked: /capacity|용량/i,
    unit: /^m?Ah(?:\/(?:g|cm2|cm²))?$/,
  },
  {
    name: 'energy',
    label: words('Energy', '에너지'),
    head: /energy|에너지/i,
    asked: /energy|에너지/i,
    unit: /^m?Wh(?:\/(?:kg|g|l))?$/i,
  },
  {
    name: 'resistance',
    label: words('Resistance', '저항'),
    head: /resistance|impedance|\bdcir\b|\bacir\b|^ir$|저항/i,
    asked: /resistance|impedance|\bdcir\b|\bacir\b|\bIR\b|저항/i,
    unit: /^(?:m?Ω|m?ohm)$/i,
  },
  {
    name: 'voltage',
    label: words('Voltage', '전압'),
    head: /voltage|전압/i,
    asked: /voltage|전압/i,
    unit: /^m?V$/,
  },
  {
    name: 'current',
    label: words('Current', '전류'),
    head: /current|전류/i,
    asked: /\bcurrent\b|전류/i,
    unit: /^m?A$/,
  },
  {
    name: 'temperature',
    label: words('Temperature', '온도'),
    head: /temp|온도/i,
    asked: /temperature|온도/i,
    unit: /^(?:°C|℃)$/,
  },
];

/** Heads with these words hold something made of the measure. */
const derived =
  /std|deviation|error|loss|fade|cumul|accum|total|\bsum\b|nominal|rated|delta|[Δδσ±]|손실|누적|정격|편차|감소/i;

/** Returns the measure of a column. @param unit empty when the head has none */
export function measureOfHead(head: string, unit: string): Measure | undefined {
  if (derived.test(head)) return undefined;
  const found =
    measures.find((measure) => measure.head.test(head)) ??
    measures.find((measure) => measure.unit?.test(unit) === true);
  return found === undefined ? undefined : withDirection(found.name, head);
}

/** Returns the measure that a question names. */
export function measureAsked(question: string): Measure | undefined {
  const found = measures.find(({ asked }) => asked.test(question));
  return found === undefined ? undefined : withDirection(found.name, question);
}

/** Returns the label of a measure. */
export function labelOf(name: MeasureName): BilingualText {
  return measures.find((measure) => measure.name === name)?.label ?? words(name, name);
}

const discharge = /dis-? ?ch(?:ar)?g?(?:e|ing)?|dchg|\bdch\b|\bd\.? ?cap|\bqd|방전/gi;
const charge = /charg(?:e|ing)|\bchg\b|\bch\b|\bqc|충전/i;

/** Returns the head of a column without the words for its direction. */
export function withoutDirection(head: string): string {
  return head.toLowerCase().replace(discharge, '').replace(charge, '').replaceAll(/\s+/g, ' ').trim();
}

function withDirection(name: MeasureName, text: string): Measure {
  const isOfDischarge = text.search(discharge) >= 0;
  // "Discharge" has the word "charge" in it.
  const isOfCharge = charge.test(text.replace(discharge, ' ')) || /충·?방전/.test(text);
  if (isOfDischarge === isOfCharge) return { name };
  return { name, direction: isOfDischarge ? 'discharge' : 'charge' };
}
