import { run, atStart } from './duration.ts';
import { resistance_V_per_C, type IdealCell } from './ideal-cell.ts';
import { singleSteps, type SingleStep, type Step } from './steps.ts';
import { hold_h, phasesOf, stateAfter, type ChargeState, type Phase } from './timing.ts';

/** Voltage and current of a step list over time, with an idealised cell. Long repeated groups are shortened. */

/** Value at a time, both from the start of the test. */
export interface TimelinePoint {
  time_h: number;
  value: number;
}

/** One phase of a step, as it is drawn. */
export interface TimelinePhase extends Phase {
  /** Index of its step in `singleSteps`: the same step of a group has the same one each time. */
  step: number;
  start_h: number;
  voltage_V: TimelinePoint[];
  /** C rate, positive for charge. */
  rate_C: TimelinePoint[];
}

/** Times that are not drawn, because a group repeats itself. */
export interface TimelineGap {
  start_h: number;
  end_h: number;
  /** Repeats of the group in all, and those drawn before the gap. */
  count: number;
  drawn: number;
}

export interface Timeline {
  phases: TimelinePhase[];
  gaps: TimelineGap[];
  hours: number;
}

/** A group is drawn whole if its phases, with all repeats, are not more than this; else its first two repeats. */
const mostPhases = 150;
const drawnRepeats = 2;

/** Points in all; each phase gets its share, and at least two. */
const mostPoints = 500;

/** Computes the timeline of a step list. The cell starts empty, because its state at delivery is not known. */
export function timelineOf(steps: readonly Step[], cell: IdealCell): Timeline {
  const walk = new StepWalk(cell);
  walk.steps(steps, 0);
  return walk.timeline();
}

class StepWalk {
  private readonly cell: IdealCell;
  private readonly phases: { phase: Phase; step: number; start_h: number }[] = [];
  private readonly gaps: TimelineGap[] = [];
  private state: ChargeState = atStart;
  private hours = 0;

  constructor(cell: IdealCell) {
    this.cell = cell;
  }

  steps(steps: readonly Step[], first: number): void {
    let index = first;
    for (const step of steps) {
      if (step.mode === 'group') this.group(step.steps, step.count, index);
      else this.single(step, index);
      index += step.mode === 'group' ? singleSteps(step.steps).length : 1;
    }
  }

  timeline(): Timeline {
    const perPhase = Math.min(24, Math.max(2, Math.floor(mostPoints / Math.max(1, this.phases.length))));
    let last_V = this.cell.ocv_V(atStart.soc);
    const phases = this.phases.map(({ phase, step, start_h }): TimelinePhase => {
      const points = phase.kind === 'discharge' && phase.hours < 0.1 ? 2 : perPhase;
      const voltage_V = sampled(phase, start_h, points, voltageIn(phase, this.cell, last_V));
      last_V = voltage_V.at(-1)?.value ?? last_V;
      return {
        ...phase,
        step,
        start_h,
        voltage_V,
        rate_C: sampled(phase, start_h, ratePoints(phase, perPhase), rateIn(phase)),
      };
    });
    return { phases, gaps: this.gaps, hours: this.hours };
  }

  private group(steps: readonly Step[], count: number, first: number): void {
    const whole = phaseCount(steps) * count <= mostPhases;
    const drawn = whole ? count : Math.min(count, drawnRepeats);
    for (let i = 0; i < drawn; i += 1) this.steps(steps, first);
    if (drawn === count) return;
    const rest = run([{ mode: 'group', count: count - drawn, steps: [...steps] }], this.cell, this.state);
    this.gaps.push({ start_h: this.hours, end_h: this.hours + rest.hours, count, drawn });
    this.hours += rest.hours;
    this.state = rest.state;
  }

  private single(step: SingleStep, index: number): void {
    const phases = phasesOf(step, this.cell, this.state);
    for (const phase of phases) {
      this.phases.push({ phase, step: index, start_h: this.hours });
      this.hours += phase.hours;
    }
    this.state = stateAfter(phases, this.state);
  }
}

/** Counts the steps with all repeats: about as many phases are drawn. */
function phaseCount(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (step.mode === 'group' ? step.count * phaseCount(step.steps) : 1), 0);
}

/** Points of a phase: `of` is a function of the hours since its start. */
function sampled(phase: Phase, start_h: number, points: number, of: (hours: number) => number): TimelinePoint[] {
  return Array.from({ length: points }, (_, i) => {
    const share = i / (points - 1);
    // Denser at the start of a rest and of a hold, where most happens.
    const hours = phase.hours * (phase.kind === 'rest' || phase.kind === 'hold' ? share ** 2 : share);
    return { time_h: start_h + hours, value: of(hours) };
  });
}

function ratePoints(phase: Phase, perPhase: number): number {
  return phase.kind === 'hold' ? perPhase : 2;
}

function rateIn(phase: Phase): (hours: number) => number {
  return phase.kind === 'hold' ? (hours) => phase.rate * Math.exp(-hours / hold_h) : () => phase.rate;
}

/** Share of an overvoltage that is gone at once when the current stops; the rest goes with a time constant. */
const atOnce = 0.6;
const relaxation_h = 0.1;

/** Returns the voltage of a phase over its hours. @param last_V voltage at the end of the phase before */
function voltageIn(phase: Phase, cell: IdealCell, last_V: number): (hours: number) => number {
  const { kind, hours: length, fromSoc, toSoc, rate } = phase;
  if (kind === 'hold') return () => cell.upper_V;
  if (kind === 'rest') {
    const relaxed = cell.ocv_V(fromSoc);
    const over = last_V - relaxed;
    return (hours) => relaxed + over * (hours === 0 ? 1 : (1 - atOnce) * Math.exp(-hours / relaxation_h));
  }
  const drop = resistance_V_per_C * rate;
  return (hours) => {
    const share = length === 0 ? 1 : hours / length;
    const ocv = cell.ocv_V(fromSoc + (toSoc - fromSoc) * share);
    if (kind === 'discharge') return above(cell.lower_V, ocv, -drop);
    const end = phase.reachedLimit ? cell.upper_V - cell.ocv_V(toSoc) : drop;
    return Math.min(cell.upper_V, ocv + drop + (end - drop) * share ** 4);
  };
}

/** Returns an open-circuit voltage less a drop. Near the limit the drop gives way, so that an empty cell is just there. */
function above(limit_V: number, ocv_V: number, drop_V: number): number {
  return ocv_V - Math.min(drop_V, Math.max(0, (ocv_V - limit_V) / 2));
}
