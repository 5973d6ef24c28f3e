import type { AbuseStep } from '../lab-tests/abuse-steps.ts';
import { fractionOf } from '../../ground/figure/fraction-of.ts';
import { pybammCurrent } from './pybamm-words.ts';
import type { CurrentSetpoint, SingleStep, Step, StepEnd } from './steps.ts';
import { figureOf, type Translate } from '../../ground/number-texts.ts';

/** Steps, times and figures of a test as text, in the reader's language. */

/** Returns a time in the unit that suits it: "10 s", "30 min", "3.1 h", "30 d". */
export function spanText(language: string, seconds: number): string {
  if (seconds < 120) return withUnit(language, seconds, 's');
  if (seconds < 7200) return withUnit(language, seconds / 60, 'min');
  return seconds < 96 * 3600 ? withUnit(language, seconds / 3600, 'h') : withUnit(language, seconds / 86_400, 'd');
}

/** Returns a number with at most three significant digits, and its unit. */
export function withUnit(language: string, value: number, unit: string): string {
  const short = Math.abs(value) >= 1000 ? value : Number(value.toPrecision(3));
  return `${figureOf(language, short)}\u2009${unit}`;
}

/** Returns a current for a reader: a C rate as the fraction that it was typed as, such as C/3 and 2/3C. */
export function currentText(setpoint: CurrentSetpoint): string {
  const words = pybammCurrent(setpoint);
  if ('current' in setpoint || words.startsWith('C/')) return words;
  const fraction = fractionOf(setpoint.c_rate.value, 1e-5);
  return fraction === undefined ? words : `${fraction}C`;
}

/** Returns what a step does, as a sentence without a full stop. */
export function stepText(t: Translate, language: string, step: SingleStep): string {
  const span = (seconds: number) => spanText(language, seconds);
  if (step.mode === 'rest') {
    const tag = ['soak', 'storage'].find((each) => step.tags?.includes(each) === true) ?? 'rest';
    return t(`protocol.step.${tag}`, { time: span(step.duration.value) });
  }
  if (step.mode === 'eis') return t('protocol.step.spectrum', { time: span(step.duration.value) });
  if (step.mode === 'cv') {
    const voltage = volts(language, step.setpoints.voltage.value);
    return t('protocol.step.hold', { voltage, end: endsText(t, language, step.termination) });
  }
  const current = currentText(step.setpoints);
  if (step.mode === 'cccv') {
    const voltage = volts(language, step.setpoints.voltage.value);
    return t('protocol.step.chargeHold', { current, voltage, end: endsText(t, language, step.termination) });
  }
  const named = step.termination.find(({ quantity }) => quantity !== 'voltage') ?? step.termination[0];
  const end = named === undefined ? '' : endText(language, named);
  const how = { voltage: 'To', capacity: 'By', duration: 'For', current: 'To', c_rate: 'To' }[
    named?.quantity ?? 'voltage'
  ];
  return t(`protocol.step.${step.direction}${how}`, { current, end });
}

function endsText(t: Translate, language: string, ends: readonly StepEnd[]): string {
  return ends.map((end) => endText(language, end)).join(` ${t('protocol.or', {})} `);
}

function endText(language: string, { quantity, value, unit }: StepEnd): string {
  if (quantity === 'duration') return spanText(language, value);
  if (quantity === 'capacity') return withUnit(language, value, unit);
  if (quantity === 'voltage') return volts(language, value);
  return currentText(quantity === 'c_rate' ? { c_rate: { value, unit } } : { current: { value, unit } });
}

/** Voltages keep all their digits: 4.15 V is not 4.2 V. */
function volts(language: string, value: number): string {
  return `${figureOf(language, value)}\u2009V`;
}

/** A line of the list below a picture: a step with its number, or the head of a group with its lines. */
export type StepLine = { number: number; text: string } | { text: string; lines: StepLine[] };

/** Returns the lines of a step list. Steps are numbered through, those of a group once. */
export function stepLines(t: Translate, language: string, steps: readonly Step[]): StepLine[] {
  let number = 0;
  const lines = (list: readonly Step[]): StepLine[] =>
    list.map((step) => {
      if (step.mode === 'group') {
        const isCheckUp = step.tags?.includes('check-up') === true;
        const text = isCheckUp ? t('protocol.step.checkUp', {}) : t('protocol.step.repeat', { count: step.count });
        return { text, lines: lines(step.steps) };
      }
      number += 1;
      return { number, text: stepText(t, language, step) };
    });
  return lines(steps);
}

/** Returns all lines as one sentence, for a screen reader. */
export function sentenceOfLines(lines: readonly StepLine[]): string {
  return lines.map((line) => ('lines' in line ? `${line.text} ${sentenceOfLines(line.lines)}` : line.text)).join('; ');
}

/**
 * Returns the lines of what is done to a cell on the bench.
 * @param before number of steps before them
 */
export function benchLines(t: Translate, language: string, steps: readonly AbuseStep[], before: number): StepLine[] {
  return steps.map(({ code, hours, values }, i) => {
    const texts = Object.entries(values).map(([key, { value, unit }]) => [
      key,
      unit === 'C' ? currentText({ c_rate: { value, unit } }) : withUnit(language, value, unit),
    ]);
    const known = ['path', 'depth'].find((key) => Object.hasOwn(values, key));
    const variant = code === 'nail' || code === 'press' ? `${code}.${known ?? 'free'}` : code;
    const time = spanText(language, hours * 3600);
    const shown: Record<string, string> = { ...Object.fromEntries(texts), time };
    return { number: before + i + 1, text: t(`protocol.bench.step.${variant}`, shown) };
  });
}
