import type { Parameters } from './parameters.ts';
import { checkUpSteps } from './check-up.ts';
import { stops } from './pulses.ts';
import { chargeSteps, constantCurrent, repeatSteps, rest, soak } from './step-makers.ts';
import type { CurrentSetpoint, Step } from './steps.ts';

/** Steps of the tests that consist of full cycles, and of the pulse power test. */

/** Returns charge, rest, discharge, rest with the parameters of the test. @param discharge another discharge current */
export function fullCycle(of: Parameters, discharge?: CurrentSetpoint): Step[] {
  const pause = rest(of.number('restTime'));
  const current = discharge ?? of.current('dischargeCurrent');
  return [...chargeSteps(of), ...pause, constantCurrent('discharge', current, of.number('lowerVoltage')), ...pause];
}

/** Returns the steps of an RPT: full cycles, then pulses and spectra, each from a full cell, if it has them. */
export function rptSteps(of: Parameters): Step[] {
  const pulsesAt = of.numbersOr('socCheckpoints', []);
  const spectraAt = of.numbersOr('spectrumCheckpoints', []);
  return [
    ...soak(of),
    ...repeatSteps(of.number('cycles'), fullCycle(of)),
    ...(pulsesAt.length === 0 ? [] : [...chargeSteps(of), ...stops(of, pulsesAt, [])]),
    ...(spectraAt.length === 0 ? [] : [...chargeSteps(of), ...stops(of, [], spectraAt)]),
  ];
}

/** Returns the steps of a cycle test: with a check-up after every `rptEvery` cycles and before the first, if it has them. */
export function cycleSteps(of: Parameters): Step[] {
  const cycles = of.number('cycles');
  const loop = fullCycle(of);
  const every = of.numberOr('rptEvery', 0);
  if (every < 1) return [...soak(of), ...repeatSteps(cycles, loop)];
  const checkUps = Math.floor(cycles / every);
  const block = [...repeatSteps(every, loop), ...checkUpSteps(of)];
  const first = of.flag('rptFirst') ? checkUpSteps(of) : [];
  return [...soak(of), ...first, ...repeatSteps(checkUps, block), ...repeatSteps(cycles - checkUps * every, loop)];
}

/** Returns the steps of a pulse power test: a full charge, then every state of charge. */
export function pulseSteps(of: Parameters): Step[] {
  const points = of.numbers('socCheckpoints');
  return [...soak(of), ...chargeSteps(of), ...stops(of, points, of.numbersOr('spectrumCheckpoints', []))];
}

/** Returns the steps of a rate test: a cycle for each current, the reference first unless it is one of them. */
export function rateSteps(of: Parameters): Step[] {
  const reference = of.current('dischargeCurrent');
  const rates = of.currents('rateList');
  const isListed = rates.some((rate) => isSameCurrent(rate, reference));
  const all = isListed ? rates : [reference, ...rates];
  return [...soak(of), ...all.flatMap((rate) => fullCycle(of, rate))];
}

/** Whether two currents of the same unit differ by less than 1 %. */
function isSameCurrent(a: CurrentSetpoint, b: CurrentSetpoint): boolean {
  if ('c_rate' in a) return 'c_rate' in b && Math.abs(a.c_rate.value / b.c_rate.value - 1) < 0.01;
  return 'current' in b && Math.abs(a.current.value / b.current.value - 1) < 0.01;
}
