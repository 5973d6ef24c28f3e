import { expect, test } from 'vitest';
import {
  ageOf,
  shortTimeOf,
  calendarDayOf,
  dateOf,
  dayEndOf,
  dayOf,
  daysAgo,
  fullTimeIn,
  momentOf,
  newYearsOf,
  shortDayOf,
} from '../../../src/i18n/times.ts';

const now = new Date(2026, 10, 21, 14, 2).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime();

test('a day is a calendar day of the reader, not 24 hours', () => {
  expect(daysAgo(at(20, 23), now)).toBe(1);
  expect(daysAgo(at(21, 0), now)).toBe(0);
});

test('days are shown as in everyday language', () => {
  expect(dayOf('en', at(21, 9), now)).toBe('today');
  expect(dayOf('en', at(20, 9), now)).toBe('yesterday');
  expect(dayOf('en', at(17, 9), now)).toBe('Tue, Nov 17');
  expect(dayOf('en', new Date(2025, 10, 4).getTime(), now)).toContain('2025');
});

test('a moment is a time today, a day and a time before, and has its year when that is another one', () => {
  expect(momentOf('en', at(21, 9), now)).toBe('09:05');
  expect(momentOf('en', at(17, 9), now)).toBe('Nov 17, 09:05');
  expect(momentOf('en', new Date(2025, 10, 4, 9, 5).getTime(), now)).toBe('Nov 4, 2025, 09:05');
});

test('a list shows the time today, the weekday this week, the date before', () => {
  expect(shortTimeOf('en', at(21, 9), now)).toBe('09:05');
  expect(shortTimeOf('en', at(17, 9), now)).toBe('Tue');
  expect(shortTimeOf('en', at(4, 9), now)).toBe('Nov 4');
});

test('a day of a plan has its year where that is not the present one', () => {
  const today = calendarDayOf(now);
  expect(shortDayOf('en', calendarDayOf(at(4, 9)), today)).toBe('Nov 4');
  expect(shortDayOf('en', today + 54, today)).toBe('Jan 14, 2027');
  expect(shortDayOf('en', today - 330, today)).toBe('Dec 26, 2025');
  expect(shortDayOf('ko', today + 54, today)).toBe('2027년 1월 14일');
});

test('an axis names a year once, where it begins', () => {
  const today = calendarDayOf(now);
  expect(newYearsOf('en', [today + 2, today + 44, today + 58], today)).toEqual([undefined, '2027', undefined]);
});

test('the age of what waits grows in sensible units', () => {
  expect(ageOf('en', now - 5 * 60_000, now)).toBe('5 min. ago');
  expect(ageOf('en', now - 3 * 86_400_000, now)).toBe('3 days ago');
});

test('a quota’s day ends at midnight UTC, shown in the reader’s time zone', () => {
  const end = new Date(Date.UTC(2026, 10, 22));
  expect(dayEndOf('en', Date.UTC(2026, 10, 21, 13, 2))).toBe(end.toTimeString().slice(0, 5));
});

test('the end of a price is shown in the time zone of the seller, which is named', () => {
  const end = '2026-12-29T22:59:59.000Z';
  expect(fullTimeIn('en', end, 'Europe/Berlin')).toBe('Tuesday, December 29, 2026 at 23:59 Europe/Berlin');
  expect(dateOf('en', end, 'Asia/Seoul')).toBe('Dec 30, 2026');
});
