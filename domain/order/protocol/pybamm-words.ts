import { roundToSixDigits } from './parameters.ts';
import type { CurrentSetpoint } from './steps.ts';

/** Values in the words of a PyBaMM experiment: "C/3", "0.5C", "2.5 A", "30 minutes". */

/** Largest n for which a C rate is written as C/n. */
const largestPart = 100;

/** Returns a current in amperes, or a C rate as C/n where it is 1/n. */
export function pybammCurrent(setpoint: CurrentSetpoint): string {
  if ('current' in setpoint) return `${pybammValue(setpoint.current.value)} A`;
  const part = partOf(setpoint.c_rate.value);
  return part === undefined ? `${pybammValue(setpoint.c_rate.value)}C` : `C/${part}`;
}

/** Returns a C rate as it is written: a third for 0.3333, which becomes C/3. */
export function writtenRate(value: number): number {
  return 1 / (partOf(value) ?? 1 / value);
}

/** The n of C/n, where a rate is 1/n to four significant digits. */
function partOf(value: number): number | undefined {
  const part = Math.round(1 / value);
  return part > 1 && part <= largestPart && fourDigits(1 / part) === fourDigits(value) ? part : undefined;
}

function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}

/** Returns a number with at most six significant digits and no exponent. */
export function pybammValue(value: number): string {
  const [digits = '0', exponent] = String(roundToSixDigits(value)).split('e-');
  if (exponent === undefined) return digits;
  return roundToSixDigits(value).toFixed(digits.replace(/^-?\d\.?/, '').length + Number(exponent));
}

const units = [
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const;

/** Returns a time: in hours or minutes where it is a whole number of them, else in seconds. */
export function pybammSpan(seconds: number): string {
  const value = roundToSixDigits(seconds);
  const unit = units.find((each) => value >= each.seconds && value % each.seconds === 0);
  const count = unit === undefined ? value : value / unit.seconds;
  return `${pybammValue(count)} ${unit?.name ?? 'second'}${count === 1 ? '' : 's'}`;
}
