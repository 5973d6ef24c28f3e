import type { IdealCell } from './ideal-cell.ts';
import type { Step } from './steps.ts';
import { phasesOf, stateAfter, type ChargeState } from './timing.ts';

/** State in which a test is taken to start: empty, because the state at delivery is not known. */
export const atStart: ChargeState = { soc: 0, rate: 0 };

/** Computes the hours that a step list takes with an idealised cell which starts empty. */
export function stepListHours(steps: readonly Step[], cell: IdealCell): number {
  return run(steps, cell, atStart).hours;
}

/** Runs steps and returns the time in hours and the state afterwards. From its second time on, a group repeats itself. */
export function run(steps: readonly Step[], cell: IdealCell, from: ChargeState): { hours: number; state: ChargeState } {
  let state = from;
  let hours = 0;
  for (const step of steps) {
    const ran = step.mode === 'group' ? runGroup(step.steps, step.count, cell, state) : runStep(step, cell, state);
    hours += ran.hours;
    state = ran.state;
  }
  return { hours, state };
}

function runStep(step: Parameters<typeof phasesOf>[0], cell: IdealCell, from: ChargeState) {
  const phases = phasesOf(step, cell, from);
  return { hours: phases.reduce((sum, phase) => sum + phase.hours, 0), state: stateAfter(phases, from) };
}

/** Groups of up to this many repeats are run one by one, because each may start at another state of charge. */
const oneByOne = 25;

function runGroup(steps: readonly Step[], count: number, cell: IdealCell, from: ChargeState) {
  let state = from;
  let hours = 0;
  let last = 0;
  const times = Math.min(count, oneByOne);
  for (let i = 0; i < times; i += 1) {
    const ran = run(steps, cell, state);
    hours += ran.hours;
    last = ran.hours;
    state = ran.state;
  }
  return { hours: hours + (count - times) * last, state };
}
