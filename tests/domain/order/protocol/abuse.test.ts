import { expect, test } from 'vitest';
import { benchSteps } from '#domain/order/lab-tests/abuse-steps.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { abuseOf } from '#domain/order/protocol/abuse.ts';
import { exportsOf } from '#domain/order/protocol/step-list.ts';
import { stepsOf, total_h } from '#domain/order/lab-tests/test-steps.ts';
import type { SafetyTest } from '#domain/order/data/tests.ts';
import { m50, proposedTest } from '../orders.ts';

const item = { id: 'a', type: 'Safety' } as const;

function order(safetyTest: SafetyTest, more: OrderDoc = {}): OrderDoc {
  return { ...m50, service: 'both', nominalCapacity_Ah: 5, ...proposedTest('a', 'Safety', safetyTest, more) };
}

const abuse = (...of: Parameters<typeof order>) => abuseOf(order(...of), item);
const curve = (code: string, ...of: Parameters<typeof order>) =>
  abuse(...of)?.curves.find((each) => each.code === code)?.points ?? [];

test('a thermal abuse heats at its rate and then holds', () => {
  expect(curve('temperature', 'Thermal Abuse')).toEqual([
    { time_h: 0, value: 25 },
    { time_h: 0.35, value: 130 },
    { time_h: 0.85, value: 130 },
  ]);
  expect(abuse('Thermal Abuse', { mode: 'ramp to runaway' })?.hours).toBeCloseTo(0.35, 9);
});

test('heating in steps reaches the target in steps of the given height, at the time of the plan', () => {
  const points = curve('temperature', 'Thermal Abuse', { mode: 'step', stepSize: 20 });
  expect([...new Set(points.map(({ value }) => value))]).toEqual([25, 45, 65, 85, 105, 125, 130]);
  expect(points.at(-1)?.time_h).toBeCloseTo(0.35 + 6 * 0.8, 9);
});

test('an overcharge starts at the state of charge of the test and ends at the target voltage', () => {
  const full = curve('voltage', 'Overcharge');
  expect(full.at(-1)).toMatchObject({ value: 4.62 });
  expect(full.at(-1)?.time_h).toBeCloseTo(0.15 / 0.3333, 3);
  expect(curve('voltage', 'Overcharge', { targetSoc: 50 }).at(-1)?.time_h).toBeCloseTo(0.65 / 0.3333, 3);
  for (const [i, { value }] of full.entries()) expect(value).toBeGreaterThanOrEqual(full[i - 1]?.value ?? 0);
});

test('an overcharge that holds its voltage until a current is drawn down to that current', () => {
  const cutoffCurrent = { value: 0.05, unit: 'C' };
  const current = curve('current', 'Overcharge', { cvTerminationMode: 'CV until cutoffCurrent', cutoffCurrent });
  expect(current[0]?.value).toBeCloseTo(0.3333, 4);
  expect(current.at(-1)?.value).toBeCloseTo(0.05, 4);
});

test('a nail goes through the diameter of a round cell at its speed and stays', () => {
  expect(curve('path', 'Nail Penetration')).toEqual([
    { time_h: 0, value: 0 },
    { time_h: 21 / 80 / 3600, value: 21 },
    { time_h: 21 / 80 / 3600 + 1, value: 21 },
  ]);
});

test('a press goes to its limit of deformation; without one, or in a pouch of unknown size, no path is drawn', () => {
  expect(Math.max(...curve('path', 'Crush').map(({ value }) => value))).toBeCloseTo(0.15 * 21, 9);
  expect(abuse('Crush', { maxDeformation: null })).toBeUndefined();
  const pouch = { ...order('Crush'), service: 'testing', format: 'pouch multi-layer' };
  expect(abuseOf(pouch, item)).toBeUndefined();
  expect(benchSteps(pouch, item)?.map(({ code }) => code)).toEqual(['press', 'pressed', 'observe', 'cleanUp']);
});

test.each<SafetyTest>(['Thermal Abuse', 'Overcharge', 'Nail Penetration', 'Crush'])(
  'the steps of %s on the bench take as long as its plan, and its export is named as a preparation',
  (safetyTest) => {
    const doc = order(safetyTest);
    const planned = (stepsOf(doc, item) ?? []).filter(({ code }) => ['abuse', 'observe', 'cleanUp'].includes(code));
    const hours = (benchSteps(doc, item) ?? []).reduce((sum, step) => sum + step.hours, 0);
    expect(hours).toBeCloseTo(total_h(planned), 9);
    const { file, pybamm } = exportsOf({ ...doc, 'tests/a/dischargeCurrent': null }, item);
    expect(file?.test.name).toBe(`Safety Test, ${safetyTest}: preparation only`);
    expect(pybamm).toContain('preparation only');
  },
);
