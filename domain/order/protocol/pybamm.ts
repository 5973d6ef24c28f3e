import { rateOf, type IdealCell } from './ideal-cell.ts';
import { pybammCurrent, pybammSpan, pybammValue, writtenRate } from './pybamm-words.ts';
import type { CurrentStep, StepQuantity, SingleStep, Step, StepEnd } from './steps.ts';

/**
 * A step list in the sentences of a PyBaMM experiment. Their grammar is that of `pybamm.step.string` (documentation of
 * PyBaMM 26.4, "Experiment step functions"; source at commit 0308758): an instruction, then `for` a time, then
 * `until` a state, or both with `or`.
 */

/** The sentences of one step, and its temperature where it is not the test's. */
export interface PybammSentences {
  sentences: string[];
  temperature?: StepQuantity;
}

/** Sentences of one step; of a group, the parts that are repeated. */
export type PybammPart = PybammSentences | { times: number; parts: PybammPart[] };

/**
 * Returns the sentences of a step list. PyBaMM ends no step by charge: such an end is written as the time it takes.
 * @param cell the cell whose capacity turns charge into time
 */
export function pybammParts(steps: readonly Step[], cell: IdealCell): PybammPart[] {
  return steps.map((step) => {
    if (step.mode === 'group') return { times: step.count, parts: pybammParts(step.steps, cell) };
    const period = step.period === undefined ? '' : ` (${pybammValue(step.period.value)} second period)`;
    const sentences = sentencesOf(step, cell).map((sentence) => sentence + period);
    return step.temperature === undefined ? { sentences } : { sentences, temperature: step.temperature };
  });
}

function sentencesOf(step: SingleStep, cell: IdealCell): string[] {
  // PyBaMM has no spectra in its sentences: the cell rests as long.
  if (step.mode === 'rest' || step.mode === 'eis') return [`Rest for ${pybammSpan(step.duration.value)}`];
  if (step.mode === 'cc') return [currentSentence(step, cell)];
  const hold = `Hold at ${pybammValue(step.setpoints.voltage.value)} V${endings(step.termination)}`;
  if (step.mode === 'cv') return [hold];
  return [`Charge at ${pybammCurrent(step.setpoints)} until ${pybammValue(step.setpoints.voltage.value)} V`, hold];
}

function currentSentence(step: CurrentStep, cell: IdealCell): string {
  const hourly_Ah = writtenRate(rateOf(step.setpoints, cell)) * (cell.capacity_Ah ?? Number.NaN);
  const ends = step.termination.map((end): StepEnd =>
    end.quantity === 'capacity'
      ? // Whole seconds, because a share of the capacity is not known more exactly.
        { quantity: 'duration', value: Math.round((end.value / hourly_Ah) * 3600), unit: 's', direction: 'elapsed' }
      : end,
  );
  const verb = step.direction === 'charge' ? 'Charge' : 'Discharge';
  return `${verb} at ${pybammCurrent(step.setpoints)}${endings(ends)}`;
}

/** Returns " for 1 hour", " until 4.2 V" or " for 1 hour or until C/20": a sentence has one of each at most. */
function endings(ends: readonly StepEnd[]): string {
  const time = ends.find(({ quantity }) => quantity === 'duration');
  const state = ends.find(({ quantity }) => quantity !== 'duration');
  const spans = time === undefined ? '' : ` for ${pybammSpan(time.value)}`;
  if (state === undefined) return spans;
  return `${spans}${spans === '' ? '' : ' or'} until ${stateText(state)}`;
}

function stateText({ quantity, value, unit }: StepEnd): string {
  if (quantity === 'voltage') return `${pybammValue(value)} V`;
  return pybammCurrent(quantity === 'c_rate' ? { c_rate: { value, unit } } : { current: { value, unit } });
}
