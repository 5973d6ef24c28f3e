import { expect, test } from 'vitest';
import { isOpen } from '#domain/order/data/check.ts';
import { checksOf } from '#domain/order/checks/checks.ts';
import { leverRows, type LeverCode } from '#domain/order/levers/lever-rows.ts';
import { leversOf } from '#domain/order/levers/levers.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { withChanges } from '#domain/order/fields/presets.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { rightDrafts } from '../drafts.ts';
import { cycle, m50, rpt } from '../orders.ts';

const built: OrderDoc = { ...m50, service: 'both' };

function totalOf(doc: OrderDoc): number {
  return quoteOf(doc, exampleRateCard).total;
}

/** Each proposal of one lever: its changes, and by how much the price changes, in EUR. */
function proposalsOf(code: LeverCode, doc: OrderDoc) {
  const row = leverRows.find((each) => each.code === code);
  return (row?.proposals(doc, exampleRateCard) ?? []).map(({ changes, values }) => ({
    changes: Object.fromEntries(changes.map(({ path, value }) => [path, value])),
    values,
    difference: (totalOf(withChanges(doc, changes)) - totalOf(doc)) / 100,
  }));
}

test.each(rightDrafts)('a lever says what the changed order costs, and that order can be placed: $name', ({ doc }) => {
  const levers = leversOf(doc, exampleRateCard);
  expect(levers.length).toBeLessThanOrEqual(3);
  expect(new Set(levers.map(({ code }) => code)).size).toBe(levers.length);
  for (const { changes, difference } of levers) {
    const next = withChanges(doc, changes);
    expect(totalOf(next) - totalOf(doc)).toBe(difference);
    expect(checksOf(next).filter(isOpen)).toEqual([]);
  }
});

test('every kind of lever is found in one of the drafts', () => {
  const found = rightDrafts.flatMap(({ doc }) => leversOf(doc, exampleRateCard).map(({ code }) => code));
  expect(new Set(found)).toEqual(new Set(leverRows.map(({ code }) => code)));
});

test('coated foil that is sent saves recipe, runs and meters', () => {
  expect(proposalsOf('sendFoil', built)).toEqual([
    {
      changes: {
        'electrodes/cathode/coating_method': 'customer-coated',
        'electrodes/anode/coating_method': 'customer-coated',
      },
      values: [],
      difference: -(600 + 2 * 250 + 2 * 40 * 16),
    },
  ]);
});

test('meters that the cells do not need are saved, down to the need', () => {
  const long = { ...built, 'electrodes/anode/coating_meter_count': 60, 'electrodes/cathode/coating_meter_count': 10 };
  // 24 × 840 mm on three lanes with 80 % yield, and 10 m of start-up.
  expect(proposalsOf('fewerMeters', long)).toEqual([
    { changes: { 'electrodes/anode/coating_meter_count': 19 }, values: [41], difference: -41 * 16 },
  ]);
});

test('two more cells get the discount of fifty, and a step that is far away is not proposed', () => {
  const [more] = proposalsOf('moreCells', { ...m50, quantity: 48 });
  expect(more).toEqual({ changes: { quantity: 50 }, values: [2], difference: 50 * 99 - 48 * 104.5 + 2 * 6 });
  expect(proposalsOf('moreCells', { ...m50, quantity: 30 })).toEqual([]);
  expect(proposalsOf('moreCells', { ...m50, quantity: 500 })).toEqual([]);
});

test('the longest test goes down to three cells, and not below', () => {
  const doc = { ...built, ...rpt('a'), ...cycle('b', { cellsPerCondition: 5 }) };
  expect(proposalsOf('fewerTestCells', doc)).toEqual([
    { changes: { 'tests/b/cellsPerCondition': 3 }, values: [3], difference: -2 * 74 * 6 },
  ]);
  expect(proposalsOf('fewerTestCells', { ...built, ...rpt('a'), ...cycle('b') })).toEqual([]);
});

test('room temperature saves the chamber', () => {
  expect(proposalsOf('noChamber', { ...built, ...rpt('a'), ...cycle('c', { temp: 45 }) })).toEqual([
    { changes: { 'tests/c/temp': 25 }, values: [25, 45], difference: -2 * 74 * 4 },
  ]);
});

/** An RPT with this discharge current in A. */
function at(value: number): OrderDoc {
  return { ...built, ...rpt('a', { dischargeCurrent: { value, unit: 'A' } }) };
}

test('a current a little above a class of channels goes down into it; one far above, or in a list, stays', () => {
  const [lower] = proposalsOf('smallerCurrent', at(7));
  expect(lower?.changes).toEqual({ 'tests/a/dischargeCurrent': { value: 6, unit: 'A' } });
  expect(lower?.difference).toBe(-5 * 1 * (14 - 6));
  expect(proposalsOf('smallerCurrent', at(12.1))).toEqual([]);
  const listed = { ...at(7), 'tests/a/type': 'Rate', 'tests/a/rateList': [{ value: 8, unit: 'A' }] };
  expect(proposalsOf('smallerCurrent', listed)).toEqual([]);
});

test('a C rate is rounded down, so that it stays in the class', () => {
  const doc = { ...built, nominalCapacity_Ah: 7, ...rpt('a', { dischargeCurrent: { value: 1, unit: 'C' } }) };
  expect(proposalsOf('smallerCurrent', doc)[0]?.changes).toEqual({
    'tests/a/dischargeCurrent': { value: 0.857, unit: 'C' },
  });
});

test('a test can be dropped, but not the last one', () => {
  const one = { ...built, ...rpt('a') };
  expect(proposalsOf('dropTest', one)).toHaveLength(1);
  expect(leversOf(one, exampleRateCard).map(({ code }) => code)).not.toContain('dropTest');
});

test('an order that cannot be placed gets no lever that leaves it so', () => {
  expect(leversOf({ ...built, ...rpt('a'), chemistry: null }, exampleRateCard)).toEqual([]);
  expect(leversOf({}, exampleRateCard)).toEqual([]);
});
