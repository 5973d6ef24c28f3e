import { multiples, timeStep_h } from './axis.ts';

/** Time that an axis leaves out. */
interface Gap {
  start_h: number;
  end_h: number;
}

/** A time axis with gaps. Positions are shares of its length, from 0 to 1. */
export interface TimeScale<G extends Gap = Gap> {
  x: (time_h: number) => number;
  gaps: { x: number; width: number; gap: G }[];
  ticks: { x: number; time_h: number }[];
  /** Time that is drawn, without the gaps. */
  drawn_h: number;
}

/** Share of the axis that a gap takes; less when there are many. */
const gapWidth = 0.06;
const mostGapWidth = 0.3;
const mostTicks = 5;
/** Minimum distance between two ticks, so that their labels do not touch. */
const tickDistance = 0.13;
/** The last label ends at its tick, and so reaches further to the left. */
const lastDistance = 0.2;

/** Returns the scale of a timeline. Everything drawn has the same scale; a gap has none. */
export function timeScale<G extends Gap>(hours: number, gaps: readonly G[]): TimeScale<G> {
  const drawn_h = hours - gaps.reduce((sum, gap) => sum + gap.end_h - gap.start_h, 0);
  const width = gaps.length === 0 ? 0 : Math.min(gapWidth, mostGapWidth / gaps.length);
  const perHour = drawn_h > 0 ? (1 - width * gaps.length) / drawn_h : 0;
  const x = (time_h: number) => {
    const inGaps = gaps.map((gap) => Math.min(1, Math.max(0, (time_h - gap.start_h) / (gap.end_h - gap.start_h))));
    const left_h = gaps.reduce((sum, gap, i) => sum + (inGaps[i] ?? 0) * (gap.end_h - gap.start_h), 0);
    return (time_h - left_h) * perHour + width * inGaps.reduce((sum, share) => sum + share, 0);
  };
  const shown = gaps.map((gap) => ({ x: x(gap.start_h), width, gap }));
  return { x, gaps: shown, ticks: ticksOf(hours, drawn_h, gaps, x), drawn_h };
}

function ticksOf(
  hours: number,
  drawn_h: number,
  gaps: readonly Gap[],
  x: TimeScale['x'],
): { x: number; time_h: number }[] {
  const step = timeStep_h(drawn_h, mostTicks);
  const starts = [0, ...gaps.map((gap) => gap.end_h)];
  const ends = [...gaps.map((gap) => gap.start_h), hours];
  const times = starts.flatMap((start, i) => multiples(start, ends[i] ?? hours, step));
  const ticks: { x: number; time_h: number }[] = [];
  // The end has a tick in any case: it is how long the test takes.
  const last = { x: x(hours), time_h: hours };
  for (const time_h of times) {
    const tick = { x: x(time_h), time_h };
    const before = ticks.at(-1);
    const fits = before === undefined || tick.x - before.x >= tickDistance;
    if (fits && last.x - tick.x >= lastDistance) ticks.push(tick);
  }
  return [...ticks, last];
}
