import type { Parameters } from './parameters.ts';
import type { CurrentSetpoint, CurrentStep, GroupStep, RestStep, Step, StepEnd } from './steps.ts';

/** Makers of the steps that several types of test have. A step that takes no time is left out: they return lists. */

/** Returns a rest of this time; nothing for 0 s. */
export function rest(seconds: number, tag?: string): RestStep[] {
  if (seconds <= 0) return [];
  const step: RestStep = { mode: 'rest', direction: 'rest', duration: { value: seconds, unit: 's' } };
  return [tag === undefined ? step : { ...step, tags: [tag] }];
}

/** Returns the rest at the start, in which the cell takes the temperature of the chamber. */
export function soak(of: Parameters): Step[] {
  return rest(of.number('chamberWaitingTime'), 'soak');
}

/** Returns the charge to the upper voltage with the hold that `cvEndingCondition` asks for. */
export function chargeSteps(of: Parameters): Step[] {
  const ending = of.choice('cvEndingCondition');
  const cutoff = ending.includes('current') ? [falls(of.current('cutoffCurrent'))] : [];
  const time = ending.includes('time') ? [elapsed_s(of.number('cutoffTime'))] : [];
  return chargeTo(of.number('upperVoltage'), of.current('chargeCurrent'), cutoff, time);
}

/**
 * Returns a charge to a voltage and the hold at it.
 * @param upper_V voltage that ends the constant current and is then held
 * @param cutoff ends the hold by current; empty if the current does not end it
 * @param time ends the hold by time; a `cccv` step would count the time from its start, so these are two steps
 */
export function chargeTo(upper_V: number, current: CurrentSetpoint, cutoff: StepEnd[], time: StepEnd[] = []): Step[] {
  const voltage = { value: upper_V, unit: 'V' };
  if (time.length === 0 && cutoff.length > 0) {
    return [{ mode: 'cccv', direction: 'charge', setpoints: { ...current, voltage }, termination: cutoff }];
  }
  const first: Step = {
    mode: 'cc',
    direction: 'charge',
    setpoints: current,
    termination: [{ quantity: 'voltage', value: upper_V, unit: 'V', direction: 'above' }],
  };
  const ends = [...cutoff, ...time];
  return ends.length === 0
    ? [first]
    : [first, { mode: 'cv', direction: 'hold', setpoints: { voltage }, termination: ends }];
}

/** Returns a step of constant current. @param limit_V voltage that ends it in any case, if there is one */
export function constantCurrent(
  direction: CurrentStep['direction'],
  current: CurrentSetpoint,
  limit_V: number | undefined,
  ends: StepEnd[] = [],
  tag?: string,
): CurrentStep {
  const limit =
    limit_V === undefined
      ? []
      : [
          {
            quantity: 'voltage',
            value: limit_V,
            unit: 'V',
            direction: direction === 'charge' ? 'above' : 'below',
          } as const,
        ];
  const step: CurrentStep = { mode: 'cc', direction, setpoints: current, termination: [...ends, ...limit] };
  return tag === undefined ? step : { ...step, tags: [tag] };
}

/** Returns the end of a hold by the current that has fallen to a value. */
export function falls(current: CurrentSetpoint): StepEnd {
  return 'current' in current
    ? { quantity: 'current', value: current.current.value, unit: 'A', direction: 'below' }
    : { quantity: 'c_rate', value: current.c_rate.value, unit: 'C', direction: 'below' };
}

export function elapsed_s(seconds: number): StepEnd {
  return { quantity: 'duration', value: seconds, unit: 's', direction: 'elapsed' };
}

/** Returns the steps repeated; the steps themselves for once, nothing for never. */
export function repeatSteps(count: number, steps: Step[], tag?: string): Step[] {
  if (count < 1 || steps.length === 0) return [];
  if (count === 1) return steps;
  const group: GroupStep = { mode: 'group', count, steps };
  return [tag === undefined ? group : { ...group, tags: [tag] }];
}
