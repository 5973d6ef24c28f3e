import { expect, test } from 'vitest';
import type { Order } from '#domain/order/data/order.ts';
import { orderDifference } from '../../../../../src/order/staff/steps/order-difference.ts';
import { orderOf } from '../../../../domain/order/orders.ts';

const entry = {
  from: null,
  to: 'draft',
  event: 'SAVE',
  by: 'a',
  byName: 'Ada',
  at: '',
  reason: null,
  sseq: 1,
} as const;
const seen = orderOf({
  status: 'submitted',
  doc: { quantity: 24, 'tests/1/temp': [25, 45], title: 'Foil' },
  history: [entry],
  sseq: 3,
});

const none = { steps: [], paths: [], totals: undefined, cells: [], reports: [], parcels: [] };

test('an order that is as I saw it has no difference', () => {
  expect(orderDifference(seen, { ...seen, doc: { ...seen.doc } }, 'me')).toEqual(none);
});

const since = (sseq: number, by = 'b', at = `${sseq}`) => ({ by, byName: by, at, reason: null, sseq });

test('I am told what others did with cells, reports and parcels, but not what I did or what a step did', () => {
  const change = { ranges: [[1, 2]] as [number, number][], state: 'scrapped' as const };
  const step = { ...entry, event: 'BUILD_DONE', at: '5', sseq: 5 };
  const report = { id: 'r', name: 'Aging', test: null, ranges: [], note: '', file: null, ...since(8) };
  const parcel = { parcelId: 'p', step: 'arrived' as const, by: 'b', byName: 'b', at: '9', sseq: 9 };
  const cells = [since(2), since(6, 'b', '5'), since(7), since(8, 'me')].map((more) => ({ ...change, ...more }));
  const now = {
    ...seen,
    history: [entry, step],
    cells,
    reports: [report],
    parcels: [parcel, { ...parcel, sseq: null }],
  };
  expect(orderDifference(seen, now, 'me')).toEqual({
    ...none,
    steps: [step],
    cells: [cells[2]],
    reports: [report],
    parcels: [parcel],
  });
});

test('I am told each step since, each field that changed, came or went, and the price', () => {
  const step = { ...entry, event: 'PLACE', sseq: 5 };
  const quote = { currency: 'EUR', lines: [], subtotal: 5, tax: 0, total: 5, rateCardVersion: '1', hash: '' };
  const now: Order = {
    ...seen,
    sseq: 5,
    quote,
    history: [entry, step],
    doc: { quantity: 12, 'tests/1/temp': [25, 45], format: '21700' },
  };
  expect(orderDifference(seen, now, 'me')).toEqual({
    ...none,
    steps: [step],
    paths: ['quantity', 'title', 'format'],
    totals: [null, 5],
  });
});
