import { expect, test } from 'vitest';
import { duration_h } from '#domain/order/lab-tests/durations.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfNewTest, withChanges } from '#domain/order/fields/presets.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { specificationOf } from '#domain/order/checks/specification.ts';
import { stepsOf } from '#domain/order/lab-tests/test-steps.ts';
import { cycle, m50 } from '../orders.ts';
import { protocolOfTest } from '../protocol/protocols.ts';

/** The reference check-up before cycle 1, against which the state of health is measured. */

const order: OrderDoc = { ...m50, service: 'both' };
const item = { id: 't', type: 'Cycle' } as const;
const checkUpsIn = (doc: OrderDoc) => stepsOf(doc, item)?.find(({ code }) => code === 'checkUp')?.times;
const added = withChanges(order, changesOfNewTest(order, 't', 'Cycle'));

test('a new cycle test with check-ups begins with one: 500 cycles with one after every 100 have six', () => {
  expect(added['tests/t/rptFirst']).toBe(true);
  expect(checkUpsIn({ ...added, 'tests/t/rptEvery': 100 })).toBe(6);
});

test('a test without check-ups has none at its start, and a stored test without the field stays as it is', () => {
  expect(checkUpsIn(added)).toBeUndefined();
  expect(checkUpsIn({ ...order, ...cycle('t', { rptEvery: 100 }) })).toBe(5);
  expect(checkUpsIn({ ...added, 'tests/t/rptEvery': 100, 'tests/t/rptFirst': false })).toBe(5);
});

const rowsOf = (doc: OrderDoc) => JSON.stringify(specificationOf(doc, { t: (key) => key, language: 'en' }));

test('the specification has the check-up before cycle 1 only with check-ups in between', () => {
  expect(rowsOf(added)).not.toContain('tests/t/rptFirst');
  expect(rowsOf({ ...added, 'tests/t/rptEvery': 100 })).toContain('tests/t/rptFirst');
});

test('its time is on the channel and in the price', () => {
  const without = { ...order, ...cycle('t', { rptEvery: 100 }) };
  const first = { ...without, 'tests/t/rptFirst': true };
  expect(duration_h(first, item)).toBeGreaterThan(duration_h(without, item) ?? Infinity);
  expect(quoteOf(first, exampleRateCard).total).toBeGreaterThan(quoteOf(without, exampleRateCard).total);
});

test('in the step list it stands after the soak and before the cycles', () => {
  const { steps } = protocolOfTest(cycle('t', { rptEvery: 100, rptFirst: true }));
  const groups = steps.flatMap((step) => (step.mode === 'group' ? [step] : []));
  expect(groups.map(({ count, tags }) => [count, tags?.includes('check-up') ?? false])).toEqual([
    [1, true],
    [5, false],
  ]);
});
