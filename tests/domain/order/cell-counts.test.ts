import { expect, test } from 'vitest';
import { countPrices } from '#domain/order/cell-counts.ts';
import { quoteOf } from '#domain/order/price.ts';
import { exampleRateCard } from '#domain/order/rate-card.ts';
import { m50 } from './orders.ts';

test('the price of 10, 20, 50 and the ordered 24 cells, each that of its own order', () => {
  const points = countPrices(m50, exampleRateCard);
  expect(points.map(({ cells, isOrdered, block }) => [cells, isOrdered, block?.code])).toEqual([
    [10, false, 'TOO_FEW_CELLS'],
    [20, false, undefined],
    [24, true, undefined],
    [50, false, undefined],
  ]);
  const [, twenty, ordered, fifty] = points;
  expect(twenty?.total).toBe(quoteOf({ ...m50, quantity: 20 }, exampleRateCard).total);
  expect(ordered?.total).toBe(quoteOf(m50, exampleRateCard).total);
  expect(ordered?.perCell).toBe(Math.round(quoteOf(m50, exampleRateCard).total / 24));
  expect(fifty?.total).toBe(quoteOf({ ...m50, quantity: 50 }, exampleRateCard).total);
  expect(fifty?.isRaised).toBe(false);
});

test('meters that do not suffice for a number of cells are raised to the need, and it is said', () => {
  const short = { ...m50, 'electrodes/cathode/coating_meter_count': 23, 'electrodes/anode/coating_meter_count': 40 };
  const [, twenty, , fifty] = countPrices(short, exampleRateCard);
  expect(twenty?.isRaised).toBe(false);
  expect(fifty?.isRaised).toBe(true);
  // 50 × 840 mm on three lanes with 80 % yield, and 10 m of start-up.
  const raised = { ...short, quantity: 50, 'electrodes/cathode/coating_meter_count': 28 };
  expect(fifty?.total).toBe(quoteOf(raised, exampleRateCard).total);
});

test('an order of tests alone, and one without a format, have no price by number of cells', () => {
  expect(countPrices({ ...m50, service: 'testing' }, exampleRateCard)).toEqual([]);
  expect(countPrices({ ...m50, format: null }, exampleRateCard)).toEqual([]);
});
