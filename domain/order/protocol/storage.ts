import { checkUpSoc } from '../cell/test-planning.ts';
import { asCheckUp } from './check-up.ts';
import { fullCycle } from './cycling.ts';
import type { Parameters } from './parameters.ts';
import { moveSoc, stops } from './pulses.ts';
import { chargeSteps, elapsed_s, repeatSteps, rest, soak } from './step-makers.ts';
import type { Step } from './steps.ts';

/** Steps of the calendric aging test. */

/**
 * Returns the steps of a storage test: a check-up, then charge, state of charge and storage, until the aging time is
 * over; a check-up at the end. The last period takes what is left of the aging time.
 * @param float_V voltage at the storage's state of charge from 0 to 1, at which a floating cell is held
 */
export function storageSteps(of: Parameters, float_V: (soc: number) => number): Step[] {
  const aging_s = of.number('agingTime');
  const interval_s = Math.max(3600, of.number('checkInterval'));
  const soc = of.numbers('socCheckpoints')[0] ?? 100;
  const floats = of.choice('agingMode') === 'float';
  const periods = Math.max(1, Math.floor(aging_s / interval_s));
  const store = (seconds: number) => (floats ? held(seconds, float_V(soc / 100)) : rest(seconds, 'storage'));
  const period = (seconds: number): Step[] => [
    ...checkUp(of),
    ...chargeSteps(of),
    ...moveSoc(of, 100 - soc),
    ...store(seconds),
  ];
  const last_s = aging_s - (periods - 1) * interval_s;
  const isEven = last_s === interval_s;
  return [
    ...soak(of),
    ...repeatSteps(isEven ? periods : periods - 1, period(interval_s)),
    ...(isEven ? [] : period(last_s)),
    ...checkUp(of),
  ];
}

function checkUp(of: Parameters): Step[] {
  const pulsesAt = of.has('pulseDuration') ? checkUpSoc : [];
  const spectraAt = of.numbersOr('spectrumCheckpoints', []);
  const follows =
    pulsesAt.length + spectraAt.length === 0 ? [] : [...chargeSteps(of), ...stops(of, pulsesAt, spectraAt)];
  return asCheckUp(fullCycle(of), follows);
}

/** A cell held at a voltage. Which one is not ordered but measured, so it is that of an idealised cell, to 10 mV. */
function held(seconds: number, voltage_V: number): Step[] {
  const voltage = { value: Math.round(voltage_V * 100) / 100, unit: 'V' };
  const ends = [elapsed_s(seconds)];
  return [{ mode: 'cv', direction: 'hold', setpoints: { voltage }, termination: ends, tags: ['storage', 'float'] }];
}
