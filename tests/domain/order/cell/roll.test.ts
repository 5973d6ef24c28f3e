import { expect, test } from 'vitest';
import { arealCapacityOf, estimatedCapacity_Ah } from '#domain/order/cell/capacity.ts';
import { coatingNeed_m } from '#domain/order/cell/coating-need.ts';
import { derivedOf } from '#domain/order/checks/derived.ts';
import { rollOf, stackThickness_mm } from '#domain/order/cell/roll.ts';
import { m50 } from '../orders.ts';

test('the LG M50 stack is 0.3736 mm thick', () => {
  expect(stackThickness_mm(m50)).toBeCloseTo(0.3736, 6);
});

test('the LG M50 roll is 19.62 mm wide, and 19.76 mm with three closing turns', () => {
  expect(rollOf(m50, 0)?.diameter_mm).toBeCloseTo(19.62, 2);
  expect(rollOf(m50, 3)?.diameter_mm).toBeCloseTo(19.76, 2);
  expect(rollOf(m50, 0)?.turns).toBeCloseTo(22.2, 1);
  expect(rollOf(m50)?.widest_mm).toBeCloseTo(20.12, 6);
});

test('the roll follows the exact spiral within a hundredth of a percent', () => {
  const stack = 0.3736;
  const roll = rollOf(m50, 0);
  const turns = roll?.turns ?? 0;
  // Arc length of r = r₀ + t·φ/2π, summed in small steps.
  const perRadian = stack / (2 * Math.PI);
  const steps = 100_000;
  const step = (turns * 2 * Math.PI) / steps;
  let length = 0;
  for (let i = 0; i < steps; i++) length += Math.hypot(1.5 + perRadian * (i + 0.5) * step, perRadian) * step;
  expect(Math.abs(length / 790 - 1)).toBeLessThan(0.0001);
});

test('25 mg/cm² of NMC811 hold 4.8 mAh/cm², and the M50 comes out near its 5 Ah', () => {
  expect(arealCapacityOf(m50)).toBeCloseTo(4.8, 6);
  // 4.8 mAh/cm² × 2 × 78.2 cm × 6.5 cm × 0.97 = 4.733 Ah
  expect(estimatedCapacity_Ah(m50)).toBeCloseTo(4.733, 3);
});

test('nothing is guessed while an input is missing', () => {
  const { separatorThickness_mm: _, ...without } = m50;
  expect(rollOf(without)).toBeUndefined();
  expect(stackThickness_mm(without)).toBeUndefined();
  expect(derivedOf({ service: 'prototyping' })).toEqual([]);
});

test('24 cells of 0.79 m in three lanes need 19 m of foil', () => {
  // 24 × 0.84 m / (3 × 0.8) + 10 m = 18.4, rounded up
  expect(coatingNeed_m(m50, 'cathode')).toBe(19);
});

test('every derived value names a field and its assumptions are in words', () => {
  for (const derived of derivedOf(m50)) {
    expect(Number.isFinite(derived.value)).toBe(true);
    expect(derived.path.length).toBeGreaterThan(0);
  }
  expect(derivedOf(m50).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['stack', 'roll', 'rollMax', 'turns', 'areal', 'capacity', 'energy', 'coatingNeed']),
  );
});
