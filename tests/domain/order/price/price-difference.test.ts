import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changedLines } from '#domain/order/price/price-difference.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard, type RateCard } from '#domain/order/data/rate-card.ts';
import { m50 } from '../orders.ts';

const dearer: RateCard = { ...exampleRateCard, version: 'next', coatingPerMeterDouble: 20_00, report: 0 };
const more: OrderDoc = { ...m50, quantity: 25, 'electrodes/anode/coating_meter_count': 50 };

/** Returns each line that differs, such as `runs 500 → 600 card`. */
function told([doc, card]: [OrderDoc, RateCard], [nowDoc, nowCard]: [OrderDoc, RateCard]): string[] {
  const lines = changedLines(quoteOf(doc, card), quoteOf(nowDoc, nowCard));
  return lines.map(({ code, before, after, why }) => `${code} ${before / 100} → ${after / 100} ${why}`);
}

test('the same price has no difference', () => {
  expect(told([m50, exampleRateCard], [m50, exampleRateCard])).toEqual([]);
});

test('a new rate card explains each line whose figure it changes', () => {
  expect(told([m50, exampleRateCard], [m50, dearer])).toEqual([
    'coating/cathode 640 → 800 card',
    'coating/anode 640 → 800 card',
  ]);
});

test('a changed order explains its lines where the rate card is the same', () => {
  expect(told([m50, exampleRateCard], [more, exampleRateCard])).toEqual([
    'coating/anode 640 → 800 order',
    'assembly 2508 → 2612.5 order',
    'formation 144 → 150 order',
  ]);
});

test('where both changed, each line says which of them changed it', () => {
  expect(told([m50, exampleRateCard], [more, dearer])).toEqual([
    'coating/cathode 640 → 800 card',
    'coating/anode 640 → 1000 both',
    'assembly 2508 → 2612.5 order',
    'formation 144 → 150 order',
  ]);
});

test('a line that is gone is shown as it was', () => {
  expect(
    told([m50, exampleRateCard], [{ ...m50, 'electrodes/anode/coating_meter_count': 0 }, exampleRateCard]),
  ).toEqual(['coating/anode 640 → 0 order']);
});
