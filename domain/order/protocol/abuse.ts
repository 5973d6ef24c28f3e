import { benchSteps, type AbuseStep } from '../lab-tests/abuse-steps.ts';
import type { OrderDoc } from '../data/order.ts';
import { cRate } from '../cell/capacity.ts';
import type { TestItem } from '../data/tests.ts';
import { idealCellOf, resistance_V_per_C, type IdealCell } from './ideal-cell.ts';
import { hold_h } from './timing.ts';
import type { TimelinePoint } from './timeline.ts';

/**
 * Abuse of a cell in a safety test, over time: set points of the bench, not the reaction of the cell. Above a full
 * charge the voltage is a straight line to the target voltage, because no curve of an overcharged cell is known.
 */
export interface Abuse {
  /** The abuse itself, without watching and cleaning up; each with its start in h. */
  steps: (AbuseStep & { start_h: number })[];
  curves: AbuseCurve[];
  hours: number;
}

export interface AbuseCurve {
  code: 'temperature' | 'voltage' | 'current' | 'path';
  /** °C, V, C (multiples of the capacity), mm. */
  unit: '°C' | 'V' | 'C' | 'mm';
  points: TimelinePoint[];
}

/** Computes the abuse of a safety test. @returns undefined while a parameter or the size of the cell is missing */
export function abuseOf(doc: OrderDoc, item: TestItem): Abuse | undefined {
  const bench = benchSteps(doc, item)?.filter(({ code }) => code !== 'observe' && code !== 'cleanUp');
  if (bench === undefined) return undefined;
  let start_h = 0;
  const steps = bench.map((step) => {
    const placed = { ...step, start_h };
    start_h += step.hours;
    return placed;
  });
  const [first] = steps;
  const curves = first === undefined ? [] : curvesOf(first, start_h, doc, item);
  return curves.length === 0 || start_h === 0 ? undefined : { steps, curves, hours: start_h };
}

function curvesOf(first: AbuseStep, hours: number, doc: OrderDoc, item: TestItem): AbuseCurve[] {
  const at = (key: string) => first.values[key]?.value ?? Number.NaN;
  if (first.code === 'ramp') {
    return [{ code: 'temperature', unit: '°C', points: line(at('from'), at('to'), first.hours, hours) }];
  }
  if (first.code === 'rampSteps') {
    const points = staircase(at('from'), at('to'), at('height'), at('rate'), hours);
    return [{ code: 'temperature', unit: '°C', points }];
  }
  if (first.code === 'overcharge') return overcharged(first, hours, idealCellOf(doc, item), endRate(doc, item));
  if (first.values['path'] === undefined) return [];
  return [{ code: 'path', unit: 'mm', points: line(0, at('path'), first.hours, hours) }];
}

/** A straight line that is held at its end. */
function line(from: number, to: number, until_h: number, hours: number): TimelinePoint[] {
  const held = hours > until_h ? [{ time_h: hours, value: to }] : [];
  return [{ time_h: 0, value: from }, { time_h: until_h, value: to }, ...held];
}

/** Rises at a rate in K/min, each followed by an equal wait. */
function staircase(from: number, to: number, height: number, rate: number, hours: number): TimelinePoint[] {
  const count = Math.ceil((to - from) / height);
  const wait_h = (hours - (to - from) / rate / 60) / count;
  const points = [{ time_h: 0, value: from }];
  for (let i = 1; i <= count; i += 1) {
    const value = Math.min(to, from + i * height);
    const risen_h = (value - from) / rate / 60 + (i - 1) * wait_h;
    points.push({ time_h: risen_h, value }, { time_h: risen_h + wait_h, value });
  }
  return points;
}

/** Points of a curve. */
const pointCount = 24;

function overcharged(step: AbuseStep, hours: number, cell: IdealCell, ends: number | undefined): AbuseCurve[] {
  const at = (key: string) => step.values[key]?.value ?? Number.NaN;
  const [rate, from, to, target] = [at('current'), at('from'), at('to'), at('voltage')];
  const drop = resistance_V_per_C * rate;
  const full_V = Math.min(target, cell.ocv_V(1) + drop);
  const socs = Array.from({ length: pointCount }, (_, i) => from + ((to - from) * i) / (pointCount - 1));
  const voltage = (soc: number) =>
    soc <= 100
      ? Math.min(full_V, cell.ocv_V(soc / 100) + drop)
      : full_V + ((target - full_V) * (soc - 100)) / (to - 100);
  const charged = socs.map((soc) => ({ time_h: (soc - from) / 100 / rate, value: voltage(soc) }));
  const holdPoints = hours > step.hours ? sampledHold(step.hours, hours, rate, ends) : [];
  return [
    {
      code: 'voltage',
      unit: 'V',
      points: [...charged, ...(holdPoints.length === 0 ? [] : [{ time_h: hours, value: target }])],
    },
    {
      code: 'current',
      unit: 'C',
      points: [{ time_h: 0, value: rate }, { time_h: step.hours, value: rate }, ...holdPoints],
    },
  ];
}

/** The current of a hold falls as in a charge; it ends at `ends`, where the test names such a current. */
function sampledHold(from_h: number, to_h: number, rate: number, ends: number | undefined): TimelinePoint[] {
  return Array.from({ length: pointCount }, (_, i) => {
    const time_h = from_h + (to_h - from_h) * (i / (pointCount - 1)) ** 2;
    return { time_h, value: Math.max(ends ?? 0, rate * Math.exp((from_h - time_h) / hold_h)) };
  });
}

function endRate(doc: OrderDoc, item: TestItem): number | undefined {
  const endsByCurrent = doc[`tests/${item.id}/cvTerminationMode`] === 'CV until cutoffCurrent';
  return endsByCurrent ? cRate(doc[`tests/${item.id}/cutoffCurrent`], doc) : undefined;
}
