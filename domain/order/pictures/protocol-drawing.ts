import type { Timeline, TimelineGap, TimelinePhase, TimelinePoint } from '../protocol/timeline.ts';
import { multiples, roundStep } from './axis.ts';
import { timeScale, type TimeScale } from './time-scale.ts';

/** Parts of the picture of a test: shares of width and height, paths and ticks. Texts are the component's. */
export interface ProtocolDrawing {
  voltage: PanelDrawing;
  current: PanelDrawing;
  bands: BandDrawing[];
  time: TimeScale<TimelineGap>;
}

export interface PanelDrawing {
  /** SVG path in a box of 1000 by 1000. */
  path: string;
  ticks: { y: number; value: number }[];
}

/** A step on the strip below the curves. */
export interface BandDrawing {
  /** Its index among those that are drawn. */
  id: number;
  x: number;
  width: number;
  kind: TimelinePhase['kind'];
  /** Number of its step, from 1; only where there is room for it. */
  number: number | undefined;
}

const mostTicks = 4;
/** Share of the width that a number needs, on the narrowest phone. */
const numberWidth = 0.045;

/**
 * Turns a timeline into a drawing.
 * @param perRate what a C rate of 1 is on the axis of the current: the capacity for amperes, 1 for C rates
 */
export function drawingOf(timeline: Timeline, perRate: number): ProtocolDrawing {
  const time = timeScale(timeline.hours, timeline.gaps);
  const voltages = timeline.phases.map((phase) => phase.voltage_V);
  const starts = new Set([timeline.phases[0]?.start_h ?? 0, ...timeline.gaps.map((gap) => gap.end_h)]);
  const currents = timeline.phases.map((phase) =>
    phase.rate_C.map((each) => ({ ...each, value: each.value * perRate })),
  );
  return {
    voltage: panelOf(time, voltages, starts, false),
    current: panelOf(time, currents, starts, true),
    bands: bandsOf(timeline.phases, time),
    time,
  };
}

/**
 * Returns one panel of a picture.
 * @param curves consecutive pieces of one line
 * @param starts times in h at which a new piece begins, because nothing is drawn before it
 */
export function panelOf(
  time: Pick<TimeScale, 'x'>,
  curves: readonly TimelinePoint[][],
  starts: ReadonlySet<number>,
  withZero: boolean,
): PanelDrawing {
  const values = curves.flat().map((point) => point.value);
  const [low, high] = padded(
    Math.min(...values, withZero ? 0 : Infinity),
    Math.max(...values, withZero ? 0 : -Infinity),
  );
  const y = (value: number) => (high - value) / (high - low);
  const step = roundStep(high - low, mostTicks);
  return {
    path: pathOf(time, curves, starts, y),
    ticks: multiples(low, high, step).map((value) => ({ y: y(value), value })),
  };
}

/** A range with a margin, so that no line runs along the edge. */
function padded(min: number, max: number): [number, number] {
  const margin = max > min ? (max - min) * 0.08 : Math.max(0.1, Math.abs(max) * 0.1);
  return [min - margin, max + margin];
}

/** One line through all phases, interrupted at gaps. */
function pathOf(
  time: Pick<TimeScale, 'x'>,
  curves: readonly TimelinePoint[][],
  starts: ReadonlySet<number>,
  y: (value: number) => number,
): string {
  return curves
    .flatMap((curve) => {
      const begins = starts.has(curve[0]?.time_h ?? 0);
      return curve.map((point, j) => {
        // The scale puts the end of a gap at its right edge.
        const at = `${tenth(time.x(point.time_h) * 1000)} ${tenth(y(point.value) * 1000)}`;
        return `${begins && j === 0 ? 'M' : 'L'}${at}`;
      });
    })
    .join('');
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function bandsOf(phases: readonly TimelinePhase[], time: Pick<TimeScale, 'x'>): BandDrawing[] {
  let numbered: number | undefined;
  return phases.map(({ kind, start_h, hours, step }, id) => {
    const x = time.x(start_h);
    const width = time.x(start_h + hours) - x;
    // The hold belongs to the charge before it, which has the number already.
    const hasRoom = hasRoomForNumber(width) && step !== numbered;
    numbered = hasRoom ? step : numbered;
    return { id, x, width, kind, number: hasRoom ? step + 1 : undefined };
  });
}

/** Whether a step's number fits on its band. @param width share of the width of the picture */
export function hasRoomForNumber(width: number): boolean {
  return width >= numberWidth;
}
