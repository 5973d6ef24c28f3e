/** Distances between two ticks of an axis of days, in weeks. */
const steps_weeks = [1, 2, 4, 8, 13, 26, 52];
/** So few that a date such as “12월 28일” has room on a phone. */
const mostTicks = 4;

/** An axis of calendar days. Positions are shares of its length, from 0 to 1. */
export interface DayScale {
  /** Position at which a day begins. */
  x: (day: number) => number;
  /** Mondays, at most five. */
  ticks: number[];
}

/** Returns the axis from the beginning of one day to that of another. Days as in the plan of an order. */
export function dayScale(start: number, end: number): DayScale {
  const length = Math.max(1, end - start);
  const weeks = steps_weeks.find((step) => length / (7 * step) <= mostTicks) ?? Math.ceil(length / (7 * mostTicks));
  // Day 4 of the calendar was a Monday.
  const first = start + ((((4 - start) % 7) + 7) % 7);
  const count = Math.ceil((end - first) / (7 * weeks));
  return {
    x: (day) => (day - start) / length,
    ticks: Array.from({ length: Math.max(0, count) }, (_, i) => first + i * 7 * weeks),
  };
}
