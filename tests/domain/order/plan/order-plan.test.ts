import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { firstDay, lastDay } from '#domain/order/plan/calendar.ts';
import { leadTimes } from '#domain/order/plan/lead-times.ts';
import { orderPlanOf } from '#domain/order/plan/order-plan.ts';
import { stepPrices } from '#domain/order/plan/step-prices.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { testTypes } from '#domain/order/data/tests.ts';
import { rightDrafts } from '../drafts.ts';
import { cycle, m50, proposedTest, pulse, rpt } from '../orders.ts';

const built: OrderDoc = { ...m50, service: 'both' };
const worked: OrderDoc = {
  ...built,
  ...rpt('a'),
  ...cycle('b'),
  ...cycle('c', { temp: 45 }),
  ...pulse('d'),
  ...proposedTest('e', 'Safety', 'Nail Penetration'),
};

const DAY = 24 * 3600 * 1000;
const dayOf = (date: string) => Date.parse(date) / DAY;
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** From, to, earliest and latest end of every step, on a Thursday. */
function datesOf(doc: OrderDoc, placed = '2026-11-26') {
  const plan = orderPlanOf(doc, dayOf(placed));
  return Object.fromEntries(
    (plan?.steps ?? []).map(({ id, from, to, earliest, latest }) => [
      id,
      [dateOf(from), dateOf(to), dateOf(earliest), dateOf(latest)].join(' '),
    ]),
  );
}

function milestonesOf(doc: OrderDoc, placed = '2026-11-26') {
  const plan = orderPlanOf(doc, dayOf(placed));
  return (plan?.milestones ?? []).map(
    ({ code, day, earliest, latest }) => `${code} ${dateOf(day)} ${dateOf(earliest)} ${dateOf(latest)}`,
  );
}

test('the dates of the worked example, placed on a Thursday', () => {
  expect(datesOf(worked)).toEqual({
    review: '2026-11-27 2026-12-01 2026-11-30 2026-12-01',
    coating: '2026-12-02 2026-12-11 2026-12-07 2026-12-15',
    assembly: '2026-12-14 2026-12-23 2026-12-14 2026-12-29',
    formation: '2026-12-24 2027-01-03 2026-12-21 2027-01-12',
    a: '2027-01-04 2027-01-04 2026-12-22 2027-01-13',
    b: '2027-01-04 2027-03-18 2027-03-05 2027-03-27',
    c: '2027-01-04 2027-03-18 2027-03-05 2027-03-27',
    d: '2027-01-04 2027-01-04 2026-12-22 2027-01-13',
    e: '2027-01-04 2027-01-13 2026-12-28 2027-01-26',
    report: '2027-03-19 2027-03-24 2027-03-10 2027-04-02',
    shipping: '2027-03-25 2027-03-29 2027-03-12 2027-04-08',
  });
  expect(milestonesOf(worked)).toEqual([
    'cells 2027-01-03 2026-12-21 2027-01-12',
    'firstData 2027-01-04 2026-12-22 2027-01-13',
    'report 2027-03-24 2027-03-10 2027-04-02',
  ]);
});

test('the price of each step of the worked example', () => {
  expect(Object.fromEntries(stepPrices(worked, quoteOf(worked, exampleRateCard)))).toEqual({
    review: 450_00,
    coating: 2380_00,
    assembly: 2508_00,
    formation: 144_00,
    a: 150_00,
    b: 1008_00,
    c: 1480_00,
    d: 138_00,
    e: 2060_00,
    report: 186_00,
    shipping: 140_00,
  });
});

test('people rest on Saturday and Sunday, channels do not', () => {
  const saturday = dayOf('2026-11-28');
  expect(dateOf(firstDay(saturday, 'working'))).toBe('2026-11-30');
  expect(dateOf(firstDay(saturday, 'calendar'))).toBe('2026-11-28');
  expect(dateOf(lastDay(dayOf('2026-11-26'), 3, 'working'))).toBe('2026-11-30');
  expect(dateOf(lastDay(dayOf('2026-11-26'), 3, 'calendar'))).toBe('2026-11-28');
});

test.each(['2026-11-27', '2026-11-28', '2026-11-29'])('an order placed on %s is reviewed from Monday on', (placed) => {
  expect(datesOf({ ...m50 }, placed)['review']).toBe('2026-11-30 2026-12-02 2026-12-01 2026-12-02');
});

test('an order without tests has cells and shipping, and neither data nor a report', () => {
  expect(Object.keys(datesOf(m50))).toEqual(['review', 'coating', 'assembly', 'formation', 'shipping']);
  expect(milestonesOf(m50)).toEqual(['cells 2027-01-03 2026-12-21 2027-01-12']);
});

test('an order of tests alone waits for the cells that are sent, and ends with the report', () => {
  const sent: OrderDoc = { ...m50, service: 'testing', ...rpt('a') };
  expect(datesOf(sent)).toEqual({
    review: '2026-11-27 2026-12-01 2026-11-30 2026-12-01',
    material: '2026-12-02 2026-12-15 2026-12-07 2026-12-22',
    a: '2026-12-16 2026-12-16 2026-12-08 2026-12-23',
    report: '2026-12-17 2026-12-22 2026-12-11 2026-12-30',
  });
  expect(milestonesOf(sent)[0]).toMatch(/^firstData 2026-12-16/);
});

test('what the customer sends is waited for: coated foil, or a part of the cell', () => {
  expect(datesOf(built)).not.toHaveProperty('material');
  expect(datesOf({ ...built, electrolyte: 'customer supplied' })).toHaveProperty('material');
  const anode = { 'electrodes/anode/coating_method': 'customer-coated' };
  expect(datesOf({ ...built, ...anode })).toHaveProperty('material');
  expect(datesOf({ ...built, ...anode })).toHaveProperty('coating');
  const both = { ...anode, 'electrodes/cathode/coating_method': 'customer-coated' };
  expect(datesOf({ ...built, ...both })).not.toHaveProperty('coating');
});

test('all six types of test run side by side, and the longest one decides when the report comes', () => {
  const all = testTypes.map(({ code }, i) => proposedTest(`t${i}`, code, code === 'Safety' ? 'Crush' : undefined));
  const doc: OrderDoc = Object.assign({}, built, ...all);
  const steps = orderPlanOf(doc, dayOf('2026-11-26'))?.steps ?? [];
  const tests = steps.filter(({ code }) => code === 'test');
  expect(tests.map(({ item }) => item?.type)).toEqual(testTypes.map(({ code }) => code));
  expect(new Set(tests.map(({ from }) => dateOf(from)))).toEqual(new Set(['2027-01-04']));
  const last = Math.max(...tests.map(({ to }) => to));
  expect(tests.find(({ item }) => item?.type === 'Calendar')?.to).toBe(last);
  expect(steps.find(({ code }) => code === 'report')?.from).toBe(firstDay(last + 1, 'working'));
});

test('tests that share cells run one after another, and a safety test comes last', () => {
  const shared: OrderDoc = {
    ...built,
    quantity: 20,
    ...proposedTest('a', 'Safety', 'Crush', { cellsPerCondition: 3 }),
    ...rpt('b', { cellsPerCondition: 15 }),
    ...cycle('c', { cellsPerCondition: 10 }),
  };
  const steps = new Map(orderPlanOf(shared, dayOf('2026-11-26'))?.steps.map((step) => [step.id, step]));
  expect(steps.get('c')?.from).toBe((steps.get('b')?.to ?? 0) + 1);
  expect([...steps.keys()].filter((id) => id.length === 1)).toEqual(['b', 'c', 'a']);
  expect(steps.get('a')?.from).toBe(firstDay(steps.get('c')?.from ?? 0, 'working'));
});

test('a safety test takes at least a working day for each of its cells', () => {
  const many = { ...built, ...proposedTest('a', 'Safety', 'Crush', { cellsPerCondition: 12 }) };
  const step = orderPlanOf(many, dayOf('2026-11-26'))?.steps.find(({ id }) => id === 'a');
  expect([step?.least, step?.most]).toEqual([12, 12]);
});

test('while a test lacks a parameter, what follows it has no date', () => {
  const open: OrderDoc = { ...worked, 'tests/b/cycles': null };
  const plan = orderPlanOf(open, dayOf('2026-11-26'));
  expect(plan?.isComplete).toBe(false);
  expect(plan?.steps.map(({ id }) => id)).toEqual(['review', 'coating', 'assembly', 'formation', 'a', 'c', 'd', 'e']);
  expect(plan?.milestones.map(({ code }) => code)).toEqual(['cells']);
});

test('without a service there is no plan', () => {
  expect(orderPlanOf({}, 0)).toBeUndefined();
});

test.each(rightDrafts)('the steps of a complete order share its whole price: $name', ({ doc }) => {
  const quote = quoteOf(doc, exampleRateCard);
  const prices = stepPrices(doc, quote);
  const plan = orderPlanOf(doc, dayOf('2026-11-26'));
  expect([...prices.values()].reduce((sum, each) => sum + each, 0)).toBe(quote.total);
  expect(plan?.isComplete).toBe(true);
  expect(plan?.steps.map(({ id }) => id)).toEqual(expect.arrayContaining([...prices.keys()]));
});

test('every lead time says its source, and its least is not more than its most', () => {
  for (const { least, most, basis, isConfirmed } of Object.values(leadTimes)) {
    expect(least).toBeLessThanOrEqual(most);
    expect(basis).toMatch(isConfirmed ? /our choice$/ : /typical$/);
  }
});
