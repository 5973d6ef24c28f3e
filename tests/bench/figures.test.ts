import { expect, test } from 'vitest';
import { Figures } from '../../bench/figures.ts';
import { median, quantile } from '../../bench/stats.ts';

test('a percentile is the figure that this share of the others does not exceed, in any order', () => {
  const figures = [7, ...Array.from({ length: 199 }, (_, i) => i + 1)].toReversed();
  expect(quantile(figures, 0.99)).toBe(198);
  expect(quantile([3], 0.99)).toBe(3);
  expect(quantile([1, 2], 1)).toBe(2);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([])).toBeNaN();
});

test('a ratio is that of the medians of all rounds', () => {
  const figures = new Figures();
  for (const [ours, beside] of [
    [30, 10],
    [900, 5],
    [40, 11],
  ] as const)
    figures.note('live.each.p50', ours, beside);
  expect(figures.measured()).toEqual({ 'live.each.p50': { ours: 40, beside: 10, ratio: 4 } });
});

test('a wanted ratio is compared with the ratio, and a wanted figure with the figure', () => {
  const figures = new Figures();
  figures.note('live.each.p50', 30, 10);
  figures.note('live.each.p99', 200, 10);
  figures.note('ready.again', 400, 1);
  figures.note('ready.first', 2600, 2600);
  figures.note('room.200.p50', 100, 1);
  expect(figures.rowTable().map(({ ratio, wanted, met }) => [ratio, wanted, met])).toEqual([
    ['3.00x', '3x', 'yes'],
    ['20.00x', '5x', 'NO'],
    ['1.00x', '2.50 s', 'NO'],
    ['400.00x', '500 ms', 'yes'],
    ['100.00x', '', ''],
  ]);
});

test("bytes are compared with those of a message that reaches the ceiling's reader, and costs that are no row are left out", () => {
  const figures = new Figures();
  const costs = { cpu: 50, writerUp: 300, writerDown: 900, readerDown: 600 };
  const ceiling = { cpu: 10, writerUp: 280, writerDown: 0, readerDown: 300 };
  figures.costs('drain.10000', costs, ceiling);
  expect(figures.measured()).toEqual({
    'drain.10000.readerDown': { ours: 600, beside: 300, ratio: 2 },
    'drain.10000.writerDown': { ours: 900, beside: 300, ratio: 3 },
  });
});
