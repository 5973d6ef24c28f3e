import { expect, test } from 'vitest';
import { idealCellOf } from '#domain/order/protocol/ideal-cell.ts';
import { protocolOf } from '#domain/order/protocol/protocol.ts';
import { timelineOf } from '#domain/order/protocol/timeline.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { multiples, roundStep, timeStep_h } from '#domain/order/pictures/axis.ts';
import { drawingOf } from '#domain/order/pictures/protocol-drawing.ts';
import { timeScale } from '#domain/order/pictures/time-scale.ts';
import { cycle, m50, proposedTest, rpt } from '../orders.ts';

function drawn(order: OrderDoc) {
  const doc = { ...m50, nominalCapacity_Ah: 5, ...order };
  const item = testsOf(doc)[0];
  const steps = item && protocolOf(doc, item).steps;
  if (item === undefined || steps === undefined) throw new Error('The order has no complete test.');
  return drawingOf(timelineOf(steps, idealCellOf(doc, item)), 5);
}

test('steps of an axis are round, and few enough', () => {
  expect([roundStep(1.7, 4), roundStep(10, 4), roundStep(0.03, 4)]).toEqual([0.5, 5, 0.01]);
  expect([timeStep_h(20, 5), timeStep_h(0.5, 5), timeStep_h(24 * 365, 5)]).toEqual([4, 1 / 6, 2400]);
  // A nail is through a cell in 0.04 s.
  expect(timeStep_h(0.0401 / 3600, 5) * 3600).toBeCloseTo(0.01, 9);
});

test('the ticks of a range are multiples of its step', () => {
  expect(multiples(2.4, 4.3, 0.5)).toEqual([2.5, 3, 3.5, 4]);
  expect(multiples(0.1, 0.35, 0.1)).toEqual([0.1, 0.2, 0.3]);
});

test('outside a gap every hour has the same width', () => {
  const { x } = timeScale(100, [{ start_h: 10, end_h: 90, count: 5, drawn: 2 }]);
  expect(x(10) - x(0)).toBeCloseTo(x(100) - x(90), 9);
  expect([x(0), x(100)]).toEqual([0, 1]);
  expect(x(90) - x(10)).toBeCloseTo(0.06, 9);
});

test.each([
  ['an RPT', rpt('t')],
  ['500 cycles', cycle('t')],
  ['cycles with check-ups', cycle('t', { rptEvery: 100 })],
  ['a pulse power test', proposedTest('t', 'Pulse')],
  ['a storage test', proposedTest('t', 'Calendar')],
])('the labels of the time axis of %s do not touch, and the last is how long it takes', (_, order) => {
  const { ticks } = drawn(order).time;
  const apart = ticks.slice(1).map((tick, i) => tick.x - (ticks[i]?.x ?? 0));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(0.13);
  expect(ticks.at(-1)?.x).toBeCloseTo(1, 9);
});

test('the curve is interrupted where cycles are left out', () => {
  const { voltage, time } = drawn(cycle('t', { rptEvery: 100, cycles: 100 }));
  expect(voltage.path.match(/M/g)?.length).toBe(time.gaps.length + 1);
  expect(voltage.path).not.toContain('NaN');
});

test('a step has its number where there is room, the hold after a charge none of its own', () => {
  const { bands } = drawn(rpt('t', { cycles: 1 }));
  expect(bands.map(({ kind, number }) => [kind, number])).toEqual([
    ['rest', 1],
    ['charge', 2],
    ['hold', undefined],
    ['rest', 3],
    ['discharge', 4],
    ['rest', 5],
  ]);
});
