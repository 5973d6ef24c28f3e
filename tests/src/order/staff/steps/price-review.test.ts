import { expect, test } from 'vitest';
import type { Quote } from '#domain/order/data/order.ts';
import { readReview } from '../../../../../src/order/staff/steps/price-review.ts';

const line = (code: string, amount: number) => ({ code, label: code, qty: 1, unitPrice: amount, amount });
const quote: Quote = {
  currency: 'EUR',
  lines: [line('setup', 450_00), line('report', 150_00)],
  subtotal: 600_00,
  tax: 0,
  total: 600_00,
  rateCardVersion: '1',
  hash: '0',
};
const at = '2026-11-25T12:00:00.000Z';
const read = (overrides: Record<string, { amount: string; reason: string }>, lastDay = '2026-12-31') =>
  readReview(quote, { overrides, lastDay }, { at, timeZone: 'Europe/Berlin' });

test('another amount with its reason changes the total, and goes to the server in cents', () => {
  const { review, problems, total } = read({ report: { amount: '99,50', reason: ' First order ' } });
  expect(problems).toEqual({});
  expect(total).toBe(549_50);
  expect(review.overrides).toEqual([{ code: 'report', amount: 99_50, reason: 'First order' }]);
  expect(review.validUntil).toBe('2026-12-31T22:59:59.000Z');
});

test.each([
  [{ amount: '', reason: 'x' }, { 'amount/report': 'EMPTY' }],
  [{ amount: 'free', reason: 'x' }, { 'amount/report': 'NUMBER' }],
  [{ amount: '-1', reason: 'x' }, { 'amount/report': 'NEGATIVE' }],
  [{ amount: '1.005', reason: ' ' }, { 'reason/report': 'REQUIRED' }],
  [{ amount: '99999999', reason: 'x' }, { total: 'TOO_LARGE' }],
])('%j is named as a problem', (typed, problems) => {
  expect(read({ report: typed }).problems).toEqual(problems);
});

test.each([
  ['', 'NOT_A_TIME'],
  ['2026-11-01', 'PAST'],
  ['2028-01-01', 'TOO_FAR'],
])('a last day of %j is named as a problem', (lastDay, code) => {
  expect(read({}, lastDay).problems).toEqual({ lastDay: code });
});

test.each([
  ['Europe/Berlin', '2026-12-29T22:59:59.000Z'],
  ['Asia/Seoul', '2026-12-29T14:59:59.000Z'],
  ['UTC', '2026-12-29T23:59:59.000Z'],
])('the last day of a price ends in the time zone of the seller, %s, wherever the reviewer is', (timeZone, end) => {
  const { review } = readReview(quote, { overrides: {}, lastDay: '2026-12-29' }, { at, timeZone });
  expect(review.validUntil).toBe(end);
});

test('a line that a newer price no longer has is not sent', () => {
  expect(read({ gone: { amount: '1', reason: 'x' } }).review.overrides).toEqual([]);
});
