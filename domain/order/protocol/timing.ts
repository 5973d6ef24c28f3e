import { rateOf, type IdealCell } from './ideal-cell.ts';
import type { CurrentStep, SingleStep, StepEnd } from './steps.ts';

/**
 * Durations of the steps with an idealised cell, and the state of the cell after each. The figures are those of
 * durations.ts: a charge at r takes (1 − slope·r)/r hours at constant current, and the current of a hold falls by a
 * factor e in 0.18 h.
 */

/** Time constant of the current during a hold, fitted to model runs up to 2C. */
export const hold_h = 0.18;

/** A stretch of one step in which one quantity is held: what is drawn as one curve. */
export interface Phase {
  kind: 'charge' | 'hold' | 'discharge' | 'rest';
  hours: number;
  /** C rate, positive for charge; of a hold, at its start. */
  rate: number;
  /** State of charge from 0 to 1. */
  fromSoc: number;
  toSoc: number;
  /** Whether the voltage limit ended it. */
  reachedLimit: boolean;
}

/** State of a cell between two steps. */
export interface ChargeState {
  soc: number;
  /** C rate of the last charge, with which a hold starts. */
  rate: number;
}

/** Returns the phases of a step: two for a charge with a hold, one for any other. */
export function phasesOf(step: SingleStep, cell: IdealCell, from: ChargeState): Phase[] {
  // A floating cell keeps its state of charge.
  const floats = step.tags?.includes('float') === true;
  if (step.mode === 'rest' || step.mode === 'eis' || floats) {
    const phase = { kind: 'rest', rate: 0, fromSoc: from.soc, toSoc: from.soc, reachedLimit: false } as const;
    return [{ ...phase, hours: restHours(step) }];
  }
  if (step.mode === 'cv') return [holdPhase(step.termination, cell, from)];
  const rate = rateOf(step.setpoints, cell);
  if (step.mode === 'cc') return [currentPhase(step, cell, rate, from.soc)];
  const charging = chargePhase(cell, rate, from.soc);
  return [charging, holdPhase(step.termination, cell, { soc: charging.toSoc, rate })];
}

/** Hours of a step in which the cell does not change. */
function restHours(step: SingleStep): number {
  if ('duration' in step) return step.duration.value / 3600;
  return (step.termination.find(({ quantity }) => quantity === 'duration')?.value ?? 0) / 3600;
}

/** Returns the state in which phases leave the cell. */
export function stateAfter(phases: readonly Phase[], from: ChargeState): ChargeState {
  return phases.reduce(
    (state, { kind, rate, toSoc }) => ({ soc: toSoc, rate: kind === 'charge' ? rate : state.rate }),
    from,
  );
}

function chargePhase(cell: IdealCell, rate: number, soc: number): Phase {
  const toSoc = Math.max(soc, 1 - cell.chargeSlope * Math.min(rate, 2));
  return { kind: 'charge', hours: (toSoc - soc) / rate, rate, fromSoc: soc, toSoc, reachedLimit: true };
}

/** A step of constant current: it ends by time, by charge, or at the voltage limit. */
function currentPhase(step: CurrentStep, cell: IdealCell, rate: number, soc: number): Phase {
  const hours = endOf(step.termination, cell, rate);
  const atLimit = step.direction === 'charge' ? chargePhase(cell, rate, soc) : emptying(rate, soc);
  if (hours === undefined) return atLimit;
  const moved = (step.direction === 'charge' ? 1 : -1) * rate * hours;
  const toSoc = Math.min(1, Math.max(0, soc + moved));
  return { ...atLimit, hours, toSoc, reachedLimit: false };
}

function emptying(rate: number, soc: number): Phase {
  return { kind: 'discharge', hours: soc / rate, rate: -rate, fromSoc: soc, toSoc: 0, reachedLimit: true };
}

/** Hours until the first end by time or by charge; undefined without one. */
function endOf(ends: readonly StepEnd[], cell: IdealCell, rate: number): number | undefined {
  const hours = ends.flatMap(({ quantity, value }) => {
    if (quantity === 'duration') return [value / 3600];
    return quantity === 'capacity' && cell.capacity_Ah !== undefined ? [value / cell.capacity_Ah / rate] : [];
  });
  return hours.length === 0 ? undefined : Math.min(...hours);
}

function holdPhase(ends: readonly StepEnd[], cell: IdealCell, { soc, rate }: ChargeState): Phase {
  const hours = ends.map((end) => {
    if (end.quantity === 'duration') return end.value / 3600;
    const { value } = end;
    const cutoff = end.quantity === 'current' ? rateOf({ current: { value, unit: 'A' } }, cell) : value;
    return hold_h * Math.log(Math.max(1, rate / cutoff));
  });
  return { kind: 'hold', hours: Math.min(...hours), rate, fromSoc: soc, toSoc: 1, reachedLimit: true };
}
