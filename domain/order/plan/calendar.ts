import { DAY } from '../../ground/units.ts';

/** Days of a calendar, as whole numbers since 1970-01-01: they have no time of day and no time zone. */

/** Returns a day as text, such as `2026-12-31`. */
export function isoDayOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Days by which a duration is counted: people work from Monday to Friday, a channel runs on every day. */
export type DayKind = 'working' | 'calendar';

/** Whether people work on a day: from Monday to Friday. Public holidays are not known. */
function isWorkingDay(day: number): boolean {
  // 1970-01-01 was a Thursday; 0 is Monday.
  return (day + 3) % 7 < 5;
}

/** Returns the first day, from this one on, on which something that is counted in this way can begin. */
export function firstDay(day: number, counts: DayKind): number {
  return counts === 'calendar' || isWorkingDay(day) ? day : firstDay(day + 1, counts);
}

/** Returns the last of a number of days, at least one, of which the first is `from`. */
export function lastDay(from: number, days: number, counts: DayKind): number {
  if (counts === 'calendar') return from + Math.max(1, days) - 1;
  let last = from;
  for (let left = days; left > 1; left -= 1) last = firstDay(last + 1, counts);
  return last;
}
