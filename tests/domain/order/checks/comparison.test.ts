import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { comparedLines, comparisonOf, differencesIn } from '#domain/order/checks/comparison.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import english from '../../../../public/locales/en/navigator.json' with { type: 'json' };
import { cycle, m50, rpt } from '../orders.ts';

const texts = createInstance();
beforeAll(() => texts.init({ lng: 'en', resources: { en: { navigator: english } } }));

const compared = (left: OrderDoc, right: OrderDoc) =>
  comparisonOf(left, right, { t: texts.getFixedT('en', 'navigator'), language: 'en' });

/** Returns what differs as `group: value: left, right`. */
const differences = (left: OrderDoc, right: OrderDoc) =>
  differencesIn(compared(left, right)).flatMap(({ title, rows }) =>
    rows.map((row) => `${title}: ${row.label}: ${row.left ?? '-'}, ${row.right ?? '-'}`),
  );

const priced = (doc: OrderDoc) => ({ doc, quote: quoteOf(doc, exampleRateCard) });

const both: OrderDoc = { ...m50, service: 'both' };

test('equal orders have no difference, and every value is there to be shown', () => {
  const doc = { ...both, ...rpt('a1') };
  expect(differences(doc, { ...doc })).toEqual([]);
  const all = compared(doc, doc);
  expect(all.map(({ title }) => title)).toEqual([
    'Service',
    'Cell',
    'Cathode',
    'Anode',
    'Computed values',
    '1. Reference Parameter Test (RPT)',
  ]);
  expect(all.flatMap(({ rows }) => rows).every(({ left, right }) => left === right && left !== undefined)).toBe(true);
});

test('a changed value stands beside the old one with its unit, and so does what follows from it', () => {
  const found = differences(m50, { ...m50, 'electrodes/cathode/coatingThickness_mm': 0.08, quantity: 30 });
  expect(found).toContain('Cell: Number of cells: 24\u2009cells, 30\u2009cells');
  expect(found).toContainEqual(expect.stringMatching(/^Cathode: .*75\.6\u2009µm, 80\u2009µm$/));
  expect(found).toContain('Computed values: Roll diameter: 19.69\u2009mm, 19.91\u2009mm');
});

test('a value that only one order has has nothing beside it', () => {
  const { quantity: _quantity, ...without } = m50;
  expect(differences(m50, without)).toContain('Cell: Number of cells: 24\u2009cells, -');
  expect(differences(without, m50)).toContain('Cell: Number of cells: -, 24\u2009cells');
});

test('tests of two orders are compared by type, whatever their ids and their order', () => {
  const left = { ...both, ...rpt('a1'), ...cycle('a2') };
  const right = { ...both, ...cycle('b1', { cycles: 800 }), ...rpt('b2') };
  const found = differences(left, right);
  expect(found.filter((each) => !each.includes('Time per cell'))).toEqual([
    expect.stringMatching(/^2\. Cycle Test: .*500.*, .*800/),
  ]);
});

test('a test that was added stands after the one before it; one that was removed has nothing beside it', () => {
  const left = { ...both, ...rpt('a1'), ...cycle('a2') };
  const added = compared(left, { ...left, ...rpt('a3', { temp: 45 }) });
  expect(added.map(({ title }) => title).slice(-3)).toEqual([
    '1. Reference Parameter Test (RPT)',
    '2. Cycle Test',
    '3. Reference Parameter Test (RPT)',
  ]);
  const removed = differences(left, { ...left, 'tests/a2/removed': true });
  expect(removed.length).toBeGreaterThan(3);
  expect(removed.every((each) => each.startsWith('2. Cycle Test: ') && each.endsWith(', -'))).toBe(true);
});

test('the price of a test stands beside that of the test it is compared with', () => {
  const left = priced({ ...both, ...rpt('a1') });
  const same = comparedLines(left, priced({ ...both, ...rpt('b1') }));
  expect(same.map((line) => [line.code, line.left?.amount])).toEqual(
    same.map((line) => [line.code, line.right?.amount]),
  );
  const more = comparedLines(left, priced({ ...both, ...rpt('b1'), ...cycle('b2') }));
  const added = more.filter((line) => line.left === undefined).map(({ code }) => code);
  expect(added).toContain('test/Cycle/setup');
  expect(comparedLines(left, { doc: both, quote: null }).every((line) => line.right === undefined)).toBe(true);
});

test('a test that was removed and added again is compared with the one before', () => {
  const left = { ...both, ...rpt('a1') };
  const right = { ...left, 'tests/a1/removed': true, ...rpt('b1', { temp: 45 }) };
  expect(differences(left, right)).toEqual([expect.stringMatching(/^1\. Reference Parameter Test .*25.*, 45/)]);
});
