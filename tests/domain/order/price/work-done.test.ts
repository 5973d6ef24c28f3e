import { expect, test } from 'vitest';
import type { CellChange, Order, OrderDoc, OrderHistoryEntry, Report } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { isBilled, problemsWithWork, proposedWork, workBill } from '#domain/order/price/work-done.ts';
import { transitions } from '#domain/order/life/status.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';

/** What is billed of an order that ends after its price was accepted. */

const at = '2026-03-01T00:00:00.000Z';
const by = { by: 'e', byName: 'E', at };
const doc: OrderDoc = { ...demoOrders[0]?.doc, service: 'both', quantity: 10 };
const quote = quoteOf(doc, exampleRateCard);
const tests = testsOf(doc).map(({ id }) => id);

const begun: OrderHistoryEntry = {
  from: 'processing',
  to: 'prototyping',
  event: 'START_BUILD',
  ...by,
  reason: null,
  sseq: 3,
};
let sseq = 3;
const cells = (first: number, last: number, state: CellChange['state'], testId?: string): CellChange => ({
  ranges: [[first, last]],
  state,
  ...(testId === undefined ? {} : { test: testId }),
  reason: null,
  ...by,
  sseq: ++sseq,
});
const report = (testId: string | null): Report => ({
  id: 'r',
  name: 'R',
  test: testId,
  ranges: [],
  note: '',
  file: { name: 'r.pdf', size: 1, mime: 'application/pdf', sha256: '0' },
  reason: null,
  ...by,
  sseq: ++sseq,
});

const order = (more: Partial<Order>) => ({ doc, quote, history: [], ...more });
const sharesOf = (proposal: ReturnType<typeof proposedWork>) =>
  new Map(
    proposal.map(({ code, amount }) => [code, amount / (quote.lines.find((line) => line.code === code)?.amount ?? 1)]),
  );

test('nothing is proposed before the work has begun', () => {
  expect(proposedWork(order({})).every(({ amount }) => amount === 0)).toBe(true);
  expect(proposedWork({ ...order({}), quote: null })).toEqual([]);
});

test('the set-up is done once the build has begun, coating with the first cell, and cells as many as were built', () => {
  const early = sharesOf(proposedWork(order({ history: [begun], cells: [cells(1, 10, 'planned')] })));
  expect([early.get('setup'), early.get('recipe'), early.get('assembly')]).toEqual([1, 0, 0]);
  const half = sharesOf(
    proposedWork(
      order({ history: [begun], cells: [cells(1, 10, 'planned'), cells(1, 4, 'built'), cells(5, 5, 'scrapped')] }),
    ),
  );
  expect(half.get('recipe')).toBe(1);
  expect(half.get('assembly')).toBeCloseTo(0.5, 3);
  expect(half.get('shipping')).toBe(0);
});

test('a test is done as far as its cells are tested, and whole once its report is published', () => {
  const [first = ''] = tests;
  const count = Number(doc[`tests/${first}/cellsPerCondition`]);
  const line = quote.lines.find(({ code }) => code.startsWith(`test/${first}/`))?.code ?? '';
  const type = testsOf(doc).find(({ id }) => id === first)?.type;
  const running = sharesOf(proposedWork(order({ cells: [cells(1, count, 'in_test', first)] })));
  expect([running.get(line), running.get(`test/${type}/setup`)]).toEqual([0, 1]);
  const tested = sharesOf(proposedWork(order({ cells: [cells(1, 1, 'tested', first), cells(1, 1, 'tested', first)] })));
  expect(tested.get(line)).toBeCloseTo(1 / count, 2);
  const published = sharesOf(proposedWork(order({ reports: [report(first)] })));
  expect([published.get(line), published.get('report')]).toEqual([1, 1]);
  const all = sharesOf(proposedWork(order({ reports: [report(null)] })));
  expect(tests.every((id) => [...all].every(([code, share]) => !code.startsWith(`test/${id}/`) || share === 1))).toBe(
    true,
  );
});

test('what is proposed is never more than the price', () => {
  const done = order({ history: [begun], cells: [cells(1, 99, 'shipped')], reports: [report(null)] });
  expect(problemsWithWork(quote, proposedWork(done))).toEqual([]);
});

test.each<[string, number, Parameters<typeof workBill>[2], string]>([
  ['paid, and a part was done', 1, 'paid', 'refund'],
  ['paid, and nothing was done', 0, 'paid', 'refund'],
  ['paid, and all was done', quote.total, 'paid', 'none'],
  ['open, and a part was done', 1, 'open', 'invoice'],
  ['open, and nothing was done', 0, 'open', 'none'],
  ['open, and all was done', quote.total, 'open', 'none'],
  ['not invoiced, and a part was done', 1, undefined, 'invoice'],
  ['not invoiced, and nothing was done', 0, undefined, 'none'],
])('an order that is %s', (_, total, invoice, settlement) => {
  const work = total === quote.total ? quote.lines : total === 0 ? [] : [{ code: 'setup', amount: total }];
  expect(workBill(quote, work, invoice)).toMatchObject({ total, settlement });
});

test('work is billed by each step that ends an order after its price was accepted, and by no other', () => {
  const billed = transitions.flatMap(({ from, by: events }) =>
    from === null ? [] : Object.keys(events).flatMap((event) => (isBilled(from, event) ? [`${from} ${event}`] : [])),
  );
  expect(billed).toEqual([
    'processing CANCEL',
    'awaiting_delivery_of_material MATERIAL_REFUSED',
    'awaiting_delivery_of_material CANCEL',
    'prototyping CANCEL',
    'testing CANCEL',
  ]);
});
