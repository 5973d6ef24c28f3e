import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { priceOf, pricedDoc } from '#domain/order/price/price-refusal.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';
import { m50, rpt } from '../orders.ts';

const refusalOf = (doc: OrderDoc) => pricedDoc(doc, exampleRateCard).refusal?.code;

test('an order of fewer cells than are built has no price, and says how many are', () => {
  const { quote, refusal } = pricedDoc({ ...m50, quantity: 12 }, exampleRateCard);
  expect(quote).toBeUndefined();
  expect(refusal?.message).toBe('A build of this format starts at 20 cells.');
});

test('an order with fewer cells than one of its tests takes has no price', () => {
  expect(refusalOf({ ...m50, service: 'both', ...rpt('a'), 'tests/a/cellsPerCondition': 30 })).toBe('CELLS_TOO_FEW');
});

test('a cell that cannot be built has no price, and the number of cells is said before all else', () => {
  const wide = { ...m50, 'electrodes/cathode/electrodeHorizontalLength_mm': 900 };
  expect(refusalOf({ ...wide, 'electrodes/anode/electrodeHorizontalLength_mm': 940 })).toBe('ROLL_TOO_WIDE');
  expect(refusalOf({ ...wide, quantity: 12 })).toBe('TOO_FEW_CELLS');
});

test('a new order is priced while much of it is missing, and an unusual one before its ticks', () => {
  expect(pricedDoc({}, exampleRateCard).quote?.total).toBe(0);
  expect(pricedDoc({ service: 'prototyping', format: '21700' }, exampleRateCard).quote).toBeDefined();
  expect(refusalOf({ ...demoOrders[0]?.doc, windingShaftDiameter_mm: 1.4 })).toBeUndefined();
});

test('a placed order keeps its agreed price whatever is refused today', () => {
  const doc = { ...m50, quantity: 12 };
  const quote = quoteOf(doc, exampleRateCard);
  expect(priceOf({ status: 'reviewing', doc, quote }, exampleRateCard).quote).toBe(quote);
  expect(priceOf({ status: 'draft', doc, quote }, exampleRateCard).quote).toBeUndefined();
});

test('the orders of the demo keep the rules of the product', () => {
  for (const { doc } of demoOrders) expect(refusalOf(doc)).toBeUndefined();
});
