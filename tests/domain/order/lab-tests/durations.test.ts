import { expect, test } from 'vitest';
import { duration_h, rowsOf } from '#domain/order/lab-tests/durations.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { planOf } from '#domain/order/lab-tests/test-plan.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { stepsOf, total_h } from '#domain/order/lab-tests/test-steps.ts';
import type { SafetyTest, TestType } from '#domain/order/data/tests.ts';
import { m50, proposedTest } from '../orders.ts';

const order = (type: TestType, more: OrderDoc = {}, safetyTest?: SafetyTest): OrderDoc => ({
  ...m50,
  service: 'both',
  ...proposedTest('a', type, safetyTest, more),
});

/** Durations and rows of the worked figures: orders-and-data.md, sections 2.3 and 4.4. */
test.each<[TestType, OrderDoc, number, number]>([
  ['RPT', {}, 23.4, 8424],
  ['Cycle', { chamberWaitingTime: 0 }, 1774, 640_000],
  ['Pulse', {}, 19, 12_000],
  ['Rate', {}, 51.7, 18_612],
  // 259,200 rows of storage, seven check-ups of 19,800, six times 1,700 to set the state of charge
  ['Calendar', {}, 190.6 * 24, 407_000],
])('a proposed %s takes about the worked time and records about as many rows', (type, more, hours, rows) => {
  const doc = order(type, more);
  const item = { id: 'a', type };
  expect((duration_h(doc, item) ?? 0) / hours).toBeGreaterThan(0.9);
  expect((duration_h(doc, item) ?? 0) / hours).toBeLessThan(1.1);
  expect((rowsOf(doc, item) ?? 0) / rows).toBeGreaterThan(0.9);
  expect((rowsOf(doc, item) ?? 0) / rows).toBeLessThan(1.1);
});

test('pulses from 90 to 10 % record ten to twenty thousand rows, though pulses are recorded every 0.1 s', () => {
  const rows = rowsOf(order('Pulse'), { id: 'a', type: 'Pulse' }) ?? 0;
  expect(rows).toBeGreaterThan(10_000);
  expect(rows).toBeLessThan(20_000);
});

test.each<[SafetyTest, number]>([
  // ramp of 105 K at 5 K/min, 30 min hot, 1 h of watching, 4 h of cleaning up
  ['Thermal Abuse', 0.35 + 0.5 + 1 + 4],
  // from 100 to 115 % at C/3
  ['Overcharge', 0.15 * 3 + 1 + 4],
  ['Nail Penetration', 1 + 1 + 4],
  ['Crush', 1 / 6 + 1 + 4],
])('a cell of a %s test is on the bench for %d h, within one working day', (safetyTest, hours) => {
  const plan = planOf(order('Safety', {}, safetyTest), { id: 'a', type: 'Safety' }, exampleRateCard);
  expect(plan?.bench_h).toBeCloseTo(hours, 2);
  expect(plan?.bench_h).toBeLessThan(8);
});

test('a reference rate that is not in the list adds one cycle', () => {
  const item = { id: 'a', type: 'Rate' } as const;
  const listed = duration_h(order('Rate'), item) ?? 0;
  const other = duration_h(order('Rate', { dischargeCurrent: { value: 0.2, unit: 'C' } }), item) ?? 0;
  // 3.14 h charge, 5 h discharge, two rests of 30 min
  expect(other - listed).toBeCloseTo(3.14 + 5 + 1, 1);
});

test('two levels of pulses take a second pair of pulses and rests at each state of charge', () => {
  const item = { id: 'a', type: 'Pulse' } as const;
  const levels = [0.5, 1].map((value) => ({ value, unit: 'C' }));
  const one = duration_h(order('Pulse'), item) ?? 0;
  const two = duration_h(order('Pulse', { pulseCurrent: null, pulseCurrentCheckpoints: levels }), item) ?? 0;
  expect((two - one) * 3600).toBeCloseTo(9 * 100, 3);
});

test('the duration of a test is the sum of its steps, and unknown while a parameter is missing', () => {
  const doc = order('Calendar');
  const item = { id: 'a', type: 'Calendar' } as const;
  expect(total_h(stepsOf(doc, item) ?? [])).toBe(duration_h(doc, item));
  expect(duration_h({ ...doc, 'tests/a/agingTime': null }, item)).toBeUndefined();
  expect(planOf({ ...doc, 'tests/a/agingTime': null }, item, exampleRateCard)).toBeUndefined();
});

test('the plan names the channel class, the chamber, results and plots', () => {
  const plan = planOf(order('Pulse', { temp: 45 }), { id: 'a', type: 'Pulse' }, exampleRateCard);
  expect(plan).toMatchObject({ channel_A: 6, chamber_C: 45, chamberCosts: true, bench_h: 0 });
  expect(plan?.results).toContain('resistances');
  expect(plan?.plots).toContain('resistancePlot');
});
