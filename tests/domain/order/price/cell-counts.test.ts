import { expect, test } from 'vitest';
import { countPrices } from '#domain/order/price/cell-counts.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { m50, rpt } from '../orders.ts';

test('the price of 20, 50 and the ordered 24 cells, each that of its own order; 10 are not built', () => {
  const points = countPrices(m50, exampleRateCard);
  expect(points.map(({ cells, isOrdered }) => [cells, isOrdered])).toEqual([
    [20, false],
    [24, true],
    [50, false],
  ]);
  const [twenty, ordered, fifty] = points;
  expect(twenty?.total).toBe(quoteOf({ ...m50, quantity: 20 }, exampleRateCard).total);
  expect(ordered?.total).toBe(quoteOf(m50, exampleRateCard).total);
  expect(ordered?.perCell).toBe(Math.round(quoteOf(m50, exampleRateCard).total / 24));
  expect(fifty?.total).toBe(quoteOf({ ...m50, quantity: 50 }, exampleRateCard).total);
  expect(fifty?.isRaised).toBe(false);
});

test('meters that do not suffice for a number of cells are raised to the need, and it is said', () => {
  const short = { ...m50, 'electrodes/cathode/coating_meter_count': 23, 'electrodes/anode/coating_meter_count': 40 };
  const [twenty, , fifty] = countPrices(short, exampleRateCard);
  expect(twenty?.isRaised).toBe(false);
  expect(fifty?.isRaised).toBe(true);
  // 50 × 840 mm on three lanes with 80 % yield, and 10 m of start-up.
  const raised = { ...short, quantity: 50, 'electrodes/cathode/coating_meter_count': 28 };
  expect(fifty?.total).toBe(quoteOf(raised, exampleRateCard).total);
});

test('numbers below what the tests take are not offered, and neither is an ordered number that is refused', () => {
  const pouch = { ...m50, service: 'both', format: 'pouch multi-layer' };
  const tested = {
    ...pouch,
    ...rpt('a'),
    'tests/a/cellsPerCondition': 12,
    ...rpt('b'),
    'tests/b/cellsPerCondition': 12,
  };
  expect(countPrices(tested, exampleRateCard).map(({ cells }) => cells)).toEqual([24, 50]);
  expect(countPrices({ ...m50, quantity: 12 }, exampleRateCard).map(({ cells }) => cells)).toEqual([20, 50]);
});

test('an order of tests alone, and one without a format, have no price by number of cells', () => {
  expect(countPrices({ ...m50, service: 'testing' }, exampleRateCard)).toEqual([]);
  expect(countPrices({ ...m50, format: null }, exampleRateCard)).toEqual([]);
});
