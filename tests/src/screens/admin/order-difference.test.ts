import { expect, test } from 'vitest';
import type { Order } from '#domain/order/order.ts';
import { orderDifference } from '../../../../src/screens/admin/orders/order-difference.ts';

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
const seen: Order = {
  id: '1',
  number: 'PO-1',
  ownerId: 'a',
  ownerName: 'Ada',
  companyId: null,
  status: 'submitted',
  doc: { quantity: 24, 'tests/1/temp': [25, 45], title: 'Foil' },
  vers: {},
  conflicts: [],
  quote: null,
  history: [entry],
  createdAt: '',
  updatedAt: '',
  at: {},
  sseq: 3,
};

test('an order that is as I saw it has no difference', () => {
  expect(orderDifference(seen, { ...seen, doc: { ...seen.doc } })).toEqual({ steps: [], paths: [], totals: undefined });
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
  expect(orderDifference(seen, now)).toEqual({
    steps: [step],
    paths: ['quantity', 'title', 'format'],
    totals: [null, 5],
  });
});
