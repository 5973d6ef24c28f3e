import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { cycle, m50, rpt } from '../orders.ts';

const labelsOf = (tests: OrderDoc) =>
  quoteOf({ ...m50, service: 'both', ...tests }, exampleRateCard).lines.map(({ label }) => label);

test('the lines of two cycle tests name the number and the temperature of their test', () => {
  const labels = labelsOf({ ...rpt('a'), ...cycle('b'), ...cycle('c', { temp: 45 }), ...cycle('d') });
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).toContainEqual(expect.stringMatching(/^2\. Cycle at 25 °C: \d+ × [\d.]+ channel days up to \d+ A$/));
  expect(labels).toContainEqual(expect.stringMatching(/^3\. Cycle at 45 °C: \d+ × [\d.]+ channel days up to \d+ A$/));
  expect(labels).toContain('3. Cycle: chamber at 45 °C');
});

test('a test that is the only one of its kind keeps its label, so that agreed prices stay the same', () => {
  expect(labelsOf({ ...rpt('a'), ...cycle('b') })).toContainEqual(expect.stringMatching(/^Cycle: \d+ × /));
});
