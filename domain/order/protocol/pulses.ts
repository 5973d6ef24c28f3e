import { pulseDefaults, spectrum } from '../cell/test-planning.ts';
import { cRateOf, roundToSixDigits, type Parameters } from './parameters.ts';
import { constantCurrent, elapsed_s, repeatSteps, rest } from './step-makers.ts';
import type { CurrentSetpoint, Step } from './steps.ts';

/** Steps that go through the states of charge of a full cell, with pulses or impedance spectra at each. */

/** The charge pulse as a share of the discharge pulse: the research form of HPPC, 1C and 0.75C. */
const chargeShare = 0.75;

/**
 * Returns the steps of a full cell that is taken from one state of charge to the next. Equal stops make one group.
 * @param pulsesAt states of charge in percent at which the cell is pulsed
 * @param spectraAt states of charge in percent at which an impedance spectrum is taken, before any pulses
 */
export function stops(of: Parameters, pulsesAt: readonly number[], spectraAt: readonly number[]): Step[] {
  const rises = (pulsesAt.at(-1) ?? 0) > (pulsesAt[0] ?? 100);
  const all = [...new Set([...pulsesAt, ...spectraAt])].sort((a, b) => (rises ? a - b : b - a));
  const levels = pulsesAt.length === 0 ? [] : levelsOf(of);
  const each = all.map((soc, i) => [
    ...moveSoc(of, (all[i - 1] ?? 100) - soc),
    ...rest(of.numberOr('restTimeBeforePulseTest', pulseDefaults.before_s)),
    ...(spectraAt.includes(soc) ? [eis] : []),
    ...(pulsesAt.includes(soc) ? pulsesAtStop(of, levels) : []),
  ]);
  return equalStops(each).flatMap(({ count, steps }) => repeatSteps(count, steps));
}

const eis: Step = { mode: 'eis', direction: 'none', duration: { value: spectrum.each_s, unit: 's' } };

function equalStops(each: readonly Step[][]): { count: number; steps: Step[] }[] {
  const runs: { count: number; steps: Step[]; key: string }[] = [];
  for (const steps of each) {
    const key = JSON.stringify(steps);
    const last = runs.at(-1);
    if (last?.key === key) last.count += 1;
    else runs.push({ count: 1, steps, key });
  }
  return runs;
}

/** Returns the step that takes out this share of the capacity in percent, or puts it in if it is negative. */
export function moveSoc(of: Parameters, percent: number): Step[] {
  if (Math.abs(percent) < 1e-6) return [];
  const charges = percent < 0;
  const key = charges ? 'upperVoltage' : 'lowerVoltage';
  const Ah = roundToSixDigits((Math.abs(percent) / 100) * of.capacity_Ah());
  const end = { quantity: 'capacity', value: Ah, unit: 'Ah', direction: 'elapsed' } as const;
  const current = of.currentOr('socAdjustmentCurrent', cRateOf(pulseDefaults.adjust));
  const limit_V = of.has(key) ? of.number(key) : undefined;
  return [constantCurrent(charges ? 'charge' : 'discharge', current, limit_V, [end], 'soc')];
}

function levelsOf(of: Parameters): CurrentSetpoint[] {
  return of.has('pulseCurrentCheckpoints') ? of.currents('pulseCurrentCheckpoints') : [of.current('pulseCurrent')];
}

/** A pair of pulses per level with rests between them, and the rest after the last one. */
function pulsesAtStop(of: Parameters, levels: readonly CurrentSetpoint[]): Step[] {
  const pulse_s = of.numberOr('pulseDuration', pulseDefaults.pulse_s);
  const between = rest(of.numberOr('restTimeBetweenPulses', pulseDefaults.between_s));
  const interval_s = of.number('samplingInterval');
  // A hundred points in a pulse, unless the sampling interval gives ten or more: as in test-steps.ts.
  const period = { value: roundToSixDigits(interval_s <= pulse_s / 10 ? interval_s : pulse_s / 100), unit: 's' };
  const pulse = (direction: 'charge' | 'discharge', current: CurrentSetpoint): Step => {
    const limit_V = of.number(direction === 'charge' ? 'upperVoltage' : 'lowerVoltage');
    return { ...constantCurrent(direction, current, limit_V, [elapsed_s(pulse_s)], 'pulse'), period };
  };
  const pair = (level: CurrentSetpoint): [Step, Step] => {
    const both: [Step, Step] = [pulse('discharge', level), pulse('charge', shareOf(level, chargeShare))];
    return of.has('firstPulse') && of.choice('firstPulse') === 'charge' ? [both[1], both[0]] : both;
  };
  const pulses = levels.flatMap((level, i) => {
    const [first, second] = pair(level);
    return [...(i === 0 ? [] : between), first, ...between, second];
  });
  return [...pulses, ...rest(of.numberOr('restTimeAfterPulseTest', pulseDefaults.after_s))];
}

function shareOf(setpoint: CurrentSetpoint, share: number): CurrentSetpoint {
  return 'current' in setpoint
    ? { current: { value: roundToSixDigits(setpoint.current.value * share), unit: 'A' } }
    : cRateOf(setpoint.c_rate.value * share);
}
