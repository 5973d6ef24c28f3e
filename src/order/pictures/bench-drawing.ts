import type { Abuse, AbuseCurve } from '#domain/order/protocol/abuse.ts';
import type { AbuseStep } from '#domain/order/lab-tests/abuse-steps.ts';
import {
  hasRoomForNumber,
  panelOf,
  type BandDrawing,
  type PanelDrawing,
} from '#domain/order/pictures/protocol-drawing.ts';
import { timeScale, type TimeScale } from '#domain/order/pictures/time-scale.ts';

/** The abuse of a safety test as a drawing: as `ProtocolDrawing`, with a panel for each of its curves. */
interface BenchDrawing {
  panels: { code: AbuseCurve['code']; unit: string; panel: PanelDrawing }[];
  bands: BandDrawing[];
  time: TimeScale;
}

/** Holds after a path of seconds: the path would not be seen beside them, so they are left out of the axis. */
const leftOut: ReadonlySet<AbuseStep['code']> = new Set(['nailStays', 'pressed']);
const held: ReadonlySet<AbuseStep['code']> = new Set([...leftOut, 'hot', 'atVoltage']);

/**
 * Turns an abuse into a drawing.
 * @param capacity_Ah turns C rates into amperes; without it they stay C rates
 * @param before number of steps before the abuse
 */
export function benchDrawingOf(abuse: Abuse, capacity_Ah: number | undefined, before: number): BenchDrawing {
  const ends = abuse.steps.map((step) => ({ ...step, end_h: step.start_h + step.hours }));
  const time = timeScale(
    abuse.hours,
    ends.filter(({ code }) => leftOut.has(code)),
  );
  const panels = abuse.curves.map(({ code, unit, points }) => {
    const inAmperes = unit === 'C' && capacity_Ah !== undefined;
    const values = inAmperes ? points.map((each) => ({ ...each, value: each.value * capacity_Ah })) : points;
    const withZero = code === 'current' || code === 'path';
    return { code, unit: inAmperes ? 'A' : unit, panel: panelOf(time, [values], new Set([0]), withZero) };
  });
  const bands = ends.map(({ code, start_h, end_h }, id): BandDrawing => {
    const x = time.x(start_h);
    const width = time.x(end_h) - x;
    const number = hasRoomForNumber(width) ? before + id + 1 : undefined;
    return { id, x, width, kind: held.has(code) ? 'hold' : 'charge', number };
  });
  return { panels, bands, time };
}
