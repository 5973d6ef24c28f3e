import { DAY, MINUTE } from '#domain/ground/units.ts';

/** Dates and times as text in the reader's language and time zone. */

const cache = new Map<string, Intl.DateTimeFormat>();

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = cache.get(key) ?? new Intl.DateTimeFormat(language, options);
  cache.set(key, known);
  return known;
}

/** "14:02" */
export function timeOf(language: string, at: string | number): string {
  return format(language, { hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(at));
}

/** "09:00": the local time of the next midnight UTC, when the day of a quota ends. */
export function dayEndOf(language: string, now: number): string {
  return timeOf(language, new Date(now).setUTCHours(24, 0, 0, 0));
}

/** "Tuesday, November 4, 2026 at 14:02", for tooltips. */
export function fullTimeOf(language: string, at: string | number): string {
  return format(language, {
    dateStyle: 'full',
    timeStyle: 'short',
    hour12: false,
  }).format(new Date(at));
}

/** "Tuesday, November 4, 2026 at 14:02 Europe/Berlin": a moment in a named time zone, not that of the reader. */
export function fullTimeIn(language: string, at: string | number, timeZone: string): string {
  const options = { dateStyle: 'full', timeStyle: 'short', hour12: false, timeZone } as const;
  return `${format(language, options).format(new Date(at))} ${timeZone}`;
}

/** "Nov 4, 2026" @param timeZone if not the reader's */
export function dateOf(language: string, at: string | number, timeZone?: string): string {
  return format(language, { dateStyle: 'medium', timeZone }).format(new Date(at));
}

/** Returns how many calendar days ago a time was, in the reader's time zone. */
export function daysAgo(at: string | number, now: number): number {
  return calendarDayOf(now) - calendarDayOf(at);
}

/** Returns the calendar day of a time in the reader's time zone, as a number of days since 1970-01-01. */
export function calendarDayOf(at: string | number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}

/** "Nov 4", of a calendar day; with the year if it is not that of another day. */
export function shortDayOf(language: string, day: number, other: number): string {
  return format(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(yearOf(day) === yearOf(other) ? {} : { year: 'numeric' }),
  }).format(new Date(day * DAY));
}

/** "2027" of the first of these calendar days in a year; undefined of a day in the same year as the one before it. */
export function newYearsOf(language: string, days: readonly number[], today: number): (string | undefined)[] {
  return days.map((day, at) =>
    yearOf(day) === yearOf(days[at - 1] ?? today)
      ? undefined
      : format(language, { year: 'numeric', timeZone: 'UTC' }).format(new Date(day * DAY)),
  );
}

function yearOf(day: number): number {
  return new Date(day * DAY).getUTCFullYear();
}

/** "today", "yesterday", "Tue, Nov 4"; with the year when it is not the current one. */
export function dayOf(language: string, at: string | number, now: number): string {
  const days = daysAgo(at, now);
  if (days === 0 || days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(new Date(at));
}

/** Short form for rows of a list: "14:02" today, "Tue" within the last week, "Nov 4" before. */
export function shortTimeOf(language: string, at: string | number, now: number): string {
  const days = daysAgo(at, now);
  if (days <= 0) return timeOf(language, at);
  if (days < 7) return format(language, { weekday: 'short' }).format(new Date(at));
  return format(language, { day: 'numeric', month: 'short' }).format(new Date(at));
}

/** "14:02" today, "Nov 4, 14:02" before; with the year when it is not the current one. */
export function momentOf(language: string, at: string | number, now: number): string {
  if (daysAgo(at, now) <= 0) return timeOf(language, at);
  return format(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    ...(new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
  }).format(new Date(at));
}

/** "3 min", "2 hr", "4 days": the time from then until now, at least one minute. */
export function spanOf(language: string, from: string, now: number): string {
  const minutes = Math.max(1, Math.round((now - Date.parse(from)) / MINUTE));
  const [n, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 1440
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(n);
}

/** "3 min ago": the age of a time in milliseconds since 1970. */
export function ageOf(language: string, at: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const seconds = Math.round((at - now) / 1000);
  if (seconds > -60) return words.format(Math.min(0, seconds), 'second');
  if (seconds > -3600) return words.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86_400) return words.format(Math.round(seconds / 3600), 'hour');
  return words.format(Math.round(seconds / 86_400), 'day');
}
