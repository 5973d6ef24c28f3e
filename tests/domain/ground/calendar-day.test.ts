import { expect, test } from 'vitest';
import { endOfDay } from '#domain/ground/calendar-day.ts';

test.each([
  ['2026-12-29', 'Europe/Berlin', '2026-12-29T22:59:59.000Z'],
  ['2026-12-29', 'America/Los_Angeles', '2026-12-30T07:59:59.000Z'],
  ['2026-12-29', 'Pacific/Kiritimati', '2026-12-29T09:59:59.000Z'],
  // Summer time ends and begins on these days.
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.000Z'],
  ['2026-03-07', 'America/Los_Angeles', '2026-03-08T07:59:59.000Z'],
])('the day %s in %s ends at %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone)?.toISOString()).toBe(end);
});

test('what is no day has no end', () => {
  expect([endOfDay('', 'Europe/Berlin'), endOfDay('2026-13-01')]).toEqual([undefined, undefined]);
});
