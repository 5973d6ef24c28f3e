/**
 * Shape of a step list: what a cycler does with one cell, step by step. The words are those of `Step` and `Termination`
 * in BattINFO's test-protocol schema (battery-data-format, commit 1412b98); docs/step-list.md says how they are used.
 */

export interface StepQuantity {
  value: number;
  /** A, C (multiple of the nominal capacity), V, s, Ah, degC. */
  unit: string;
}

/** Condition that ends a step. Of several, the first one reached counts. */
export interface StepEnd {
  quantity: 'voltage' | 'current' | 'c_rate' | 'capacity' | 'duration';
  value: number;
  unit: string;
  direction: 'below' | 'above' | 'elapsed';
}

/** A current as it was typed: in amperes, or as a multiple of the nominal capacity. Always positive. */
export type CurrentSetpoint = { current: StepQuantity } | { c_rate: StepQuantity };

interface AnyStep {
  /** Purposes of the step: `soak`, `pulse`, `soc`, `check-up`, `storage`, `float`. */
  tags?: string[];
  /** Set point of the chamber, where it is not the test's. */
  temperature?: StepQuantity;
  /** Time between two recorded points, where it is not the test's. */
  period?: StepQuantity;
}

export interface CurrentStep extends AnyStep {
  mode: 'cc';
  direction: 'charge' | 'discharge';
  setpoints: CurrentSetpoint;
  termination: StepEnd[];
}

interface HoldStep extends AnyStep {
  mode: 'cv';
  direction: 'hold';
  setpoints: { voltage: StepQuantity };
  termination: StepEnd[];
}

/** Constant current to a voltage, which is then held; `termination` ends the hold. */
interface ChargeStep extends AnyStep {
  mode: 'cccv';
  direction: 'charge';
  setpoints: CurrentSetpoint & { voltage: StepQuantity };
  termination: StepEnd[];
}

export interface RestStep extends AnyStep {
  mode: 'rest';
  direction: 'rest';
  duration: StepQuantity;
}

/** An impedance spectrum. */
interface SpectrumStep extends AnyStep {
  mode: 'eis';
  direction: 'none';
  /** Time planned for it. */
  duration: StepQuantity;
}

/** Steps that are repeated `count` times. */
export interface GroupStep extends AnyStep {
  mode: 'group';
  count: number;
  steps: Step[];
}

export type SingleStep = CurrentStep | HoldStep | ChargeStep | RestStep | SpectrumStep;
export type Step = SingleStep | GroupStep;

/** Returns the steps in order, each group replaced by the steps in it, once. */
export function singleSteps(steps: readonly Step[]): SingleStep[] {
  return steps.flatMap((step) => (step.mode === 'group' ? singleSteps(step.steps) : [step]));
}
