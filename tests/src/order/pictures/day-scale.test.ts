import { expect, test } from 'vitest';
import { dayScale } from '../../../../src/order/pictures/day-scale.ts';

const DAY = 24 * 3600 * 1000;

test.each([1, 30, 124, 400, 1200, 6000])('an axis of %i days has at most seven ticks, all on Mondays', (length) => {
  const start = Date.parse('2026-11-26') / DAY;
  const { x, ticks } = dayScale(start, start + length);
  expect(ticks.length).toBeLessThanOrEqual(7);
  for (const day of ticks) {
    expect(new Date(day * DAY).getUTCDay()).toBe(1);
    expect(x(day)).toBeGreaterThanOrEqual(0);
    expect(x(day)).toBeLessThan(1);
  }
  expect([x(start), x(start + length)]).toEqual([0, 1]);
});
