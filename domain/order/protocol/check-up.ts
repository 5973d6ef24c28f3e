import { checkUp } from '../cell/test-planning.ts';
import { cRateOf, type Parameters } from './parameters.ts';
import { chargeTo, constantCurrent, falls, repeatSteps, rest } from './step-makers.ts';
import type { Step } from './steps.ts';

/** Returns the check-up of a cycle test: 2 h soak and three C/3 cycles. It starts and ends with an empty cell. */
export function checkUpSteps(of: Parameters): Step[] {
  const pause = rest(checkUp.rest_s);
  return asCheckUp([
    ...chargeTo(of.number('upperVoltage'), cRateOf(checkUp.charge), [falls(cRateOf(checkUp.cutoff))]),
    ...pause,
    constantCurrent('discharge', cRateOf(checkUp.discharge), of.number('lowerVoltage')),
    ...pause,
  ]);
}

/**
 * Returns a check-up: the soak, a cycle three times, and what follows.
 * @param cycle steps of one full cycle
 */
export function asCheckUp(cycle: Step[], then: Step[] = []): Step[] {
  const steps = [...rest(checkUp.soak_s, 'soak'), ...repeatSteps(checkUp.cycles, cycle), ...then];
  const temperature = { value: checkUp.temp_C, unit: 'degC' };
  return [{ mode: 'group', count: 1, tags: ['check-up'], steps: withTemperature(steps, temperature) }];
}

function withTemperature(steps: readonly Step[], temperature: { value: number; unit: string }): Step[] {
  return steps.map((step) =>
    step.mode === 'group' ? { ...step, steps: withTemperature(step.steps, temperature) } : { ...step, temperature },
  );
}
