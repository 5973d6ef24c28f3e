import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { channelDays, duration_h } from '#domain/order/lab-tests/durations.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { cycle, m50, proposedTest, pulse, rpt } from '../orders.ts';

const amount = (doc: OrderDoc, code: string) =>
  quoteOf(doc, exampleRateCard)
    .lines.filter((line) => line.code.startsWith(code))
    .reduce((sum, line) => sum + line.amount, 0) / 100;

const full: OrderDoc = { ...m50, service: 'both', ...rpt('a'), ...cycle('b'), ...cycle('c', { temp: 45 }) };

test('the worked example: 24 cells of 21700 with two times 40 m of coating', () => {
  expect(amount(full, 'setup')).toBe(450);
  expect(amount(full, 'recipe') + amount(full, 'runs')).toBe(1100);
  expect(amount(full, 'coating/')).toBe(1280);
  expect(amount(full, 'assembly')).toBe(2508);
  expect(amount(full, 'formation')).toBe(144);
});

test('the worked example: an RPT of 5 cells costs 150, 500 cycles of 4 cells with 2 at 45 °C cost 2488', () => {
  expect(amount(full, 'test/RPT/setup') + amount(full, 'test/a/')).toBe(150);
  expect(amount(full, 'test/Cycle/setup') + amount(full, 'test/b/') + amount(full, 'test/c/')).toBe(2488);
});

test('the worked example: report 150, shipping 140, disposal by the tested cells’ weight', () => {
  expect(amount(full, 'report')).toBe(150);
  expect(amount(full, 'shipping')).toBe(140);
  // 9 cells of 70 g round up to 1 kg; the full example's 15 cells round up to 2 kg
  expect(amount(full, 'disposal')).toBe(18);
  expect(amount({ ...full, 'tests/a/cellsPerCondition': 11 }, 'disposal')).toBe(36);
});

test('the worked example costs 10,644.00 EUR with pulses on 3 cells and 3 nail tests', () => {
  const order: OrderDoc = { ...full, ...pulse('d'), ...proposedTest('e', 'Safety', 'Nail Penetration') };
  expect(amount(order, 'test/Pulse/setup') + amount(order, 'test/d/')).toBe(138);
  expect(amount(order, 'test/Safety/campaign') + amount(order, 'test/e/')).toBe(2060);
  expect(amount(order, 'disposal') + amount(order, 'shipping')).toBe(176);
  expect(quoteOf(order, exampleRateCard).total).toBe(10_644_00);
});

test('an electrode that the customer coats has no run and no meters, and with both there is no recipe', () => {
  const anode = { 'electrodes/anode/coating_method': 'customer-coated' };
  const both = { ...anode, 'electrodes/cathode/coating_method': 'customer-coated' };
  const coating = (doc: OrderDoc) => amount(doc, 'recipe') + amount(doc, 'runs') + amount(doc, 'coating/');
  expect(coating(full)).toBe(600 + 500 + 1280);
  expect(coating({ ...full, ...anode })).toBe(600 + 250 + 640);
  expect(coating({ ...full, ...both })).toBe(0);
  expect(amount({ ...full, ...both }, 'setup')).toBe(450);
});

test.each([
  [5, 1560],
  [5.1, 2184],
  [60, 3120],
  [150, 4992],
  [400, 7800],
])('three nail tests on cells of %d Ah cost %d before the campaign', (nominalCapacity_Ah, fee) => {
  const order = { ...full, nominalCapacity_Ah, ...proposedTest('e', 'Safety', 'Nail Penetration') };
  expect(amount(order, 'test/e/')).toBe(fee);
});

test('several safety tests share one campaign', () => {
  const order = { ...full, ...proposedTest('e', 'Safety', 'Crush'), ...proposedTest('f', 'Safety', 'Overcharge') };
  expect(amount(order, 'test/Safety/')).toBe(500);
  expect(amount(order, 'test/e/') + amount(order, 'test/f/')).toBe(3 * 560 + 3 * 450);
});

test('impedance is charged by cell and spectrum, in storage at every check-up', () => {
  const spectra = { spectrumCheckpoints: [80, 50, 20] };
  const rpts = { ...m50, service: 'both', ...rpt('a', spectra) };
  expect(amount(rpts, 'test/a/spectra')).toBe(5 * 3 * 4);
  const stored = { ...m50, service: 'both', ...proposedTest('a', 'Calendar', undefined, spectra) };
  expect(amount(stored, 'test/a/spectra')).toBe(3 * 3 * 7 * 4);
  const cycled = { ...m50, service: 'both', ...cycle('a', spectra) };
  expect(amount(cycled, 'test/a/spectra')).toBe(0);
});

test('an RPT takes 23.4 h, 500 cycles at C/2 and 1C take 1774 h and are charged as 74 days', () => {
  const doc = { ...full, 'tests/b/chamberWaitingTime': 0 };
  expect(duration_h(doc, { id: 'a', type: 'RPT' })).toBeCloseTo(23.4, 1);
  expect(duration_h(doc, { id: 'b', type: 'Cycle' })).toBeCloseTo(1773.9, 0);
  expect(channelDays(1773.9)).toBe(74);
});

test.each([
  [0.1, 0.5],
  [12, 0.5],
  [12.1, 1],
  [24, 1],
  [24.01, 1.5],
])('%d h on a channel are charged as %d days', (hours, days) => {
  expect(channelDays(hours)).toBe(days);
});

test('check-ups between cycles and pulses take their time', () => {
  const cycling = { id: 'b', type: 'Cycle' } as const;
  const plain = duration_h(full, cycling) ?? 0;
  const checked = duration_h({ ...full, 'tests/b/rptEvery': 100 }, cycling) ?? 0;
  expect(checked - plain).toBeCloseTo(5 * 23.4, 0);
  const pulses = { 'tests/a/socCheckpoints': [80, 50, 20], 'tests/a/pulseDuration': 10 };
  const pulsed = duration_h({ ...full, ...pulses }, { id: 'a', type: 'RPT' }) ?? 0;
  // 3.14 h charge, 2.4 h to move 80 % of the charge at C/3, three times 1 h rest, 60 s of pulses and 600 s rest
  expect(pulsed - 23.42).toBeCloseTo(3.14 + 2.4 + 3 * (4260 / 3600), 1);
});

test('a cut-off by time or by nothing changes the charge', () => {
  const item = { id: 'a', type: 'RPT' } as const;
  const at = (more: OrderDoc) => duration_h({ ...full, ...rpt('a', more) }, item) ?? Number.NaN;
  const none = at({ cvEndingCondition: 'none' });
  expect(at({ cvEndingCondition: 'time', cutoffTime: 3600 }) - none).toBeCloseTo(3, 6);
  expect(at({ cvEndingCondition: 'current or time', cutoffTime: 360 }) - none).toBeCloseTo(0.3, 6);
});

test('the larger the current, the dearer the channel', () => {
  const prices = [1, 6.5, 40, 120].map((value) =>
    amount({ ...full, ...rpt('a', { dischargeCurrent: { value, unit: 'A' } }) }, 'test/a/'),
  );
  expect(prices.every((price, i, all) => i === 0 || price > (all[i - 1] ?? 0))).toBe(true);
});

test('an empty order costs nothing, a test order no assembly, a removed test nothing', () => {
  expect(quoteOf({}, exampleRateCard).total).toBe(0);
  expect(amount({ ...full, service: 'testing' }, 'assembly')).toBe(0);
  expect(amount({ ...full, 'tests/b/removed': true, 'tests/c/removed': true }, 'test/Cycle')).toBe(0);
});

const docs = fc.dictionary(
  fc.constantFrom(...Object.keys(full)),
  fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.constant('both'), fc.integer({ max: 1e6 })),
);

test('whatever a document holds, the price is whole cents, adds up and repeats', () => {
  fc.assert(
    fc.property(docs, (changes) => {
      const doc = { ...full, ...changes };
      const quote = quoteOf(doc, exampleRateCard);
      expect(quote).toEqual(quoteOf(Object.fromEntries(Object.entries(doc).toReversed()), exampleRateCard));
      expect(quote.lines.every((line) => Number.isInteger(line.unitPrice))).toBe(true);
      expect(quote.total).toBe(quote.lines.reduce((sum, line) => sum + line.amount, 0) + quote.tax);
    }),
  );
});

test('another price has another hash', () => {
  expect(quoteOf(full, exampleRateCard).hash).toMatch(/^[0-9a-f]{64}$/);
  expect(quoteOf({ ...full, quantity: 25 }, exampleRateCard).hash).not.toBe(quoteOf(full, exampleRateCard).hash);
});
