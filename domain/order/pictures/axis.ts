/** Ticks of an axis, as functions of its range. */

/** Returns a round step, 1, 2 or 5 times a power of ten, with which a range gets at most this many parts. */
export function roundStep(range: number, most: number): number {
  const least = range / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Returns the multiples of a step in a range, its ends included. */
export function multiples(min: number, max: number, step: number): number[] {
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  // 3 × 0.1 is 0.30000000000000004.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Steps of a time axis in hours: parts of an hour, of a day, and days. */
const timeSteps_h = [
  1 / 60,
  2 / 60,
  5 / 60,
  10 / 60,
  0.5,
  1,
  2,
  4,
  6,
  12,
  24,
  48,
  96,
  240,
  480,
  960,
  2400,
  4800,
  9600,
  24_000,
];

/** Returns the step of a time axis that gives at most this many parts. */
export function timeStep_h(range_h: number, most: number): number {
  if (range_h < 1 / 60) return roundStep(range_h * 3600, most) / 3600;
  return timeSteps_h.find((step) => range_h / step <= most) ?? roundStep(range_h, most);
}
