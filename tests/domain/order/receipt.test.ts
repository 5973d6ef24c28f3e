import { expect, test } from 'vitest';
import { countsAsReceived } from '#domain/order/receipt.ts';

test.each<[string, string | null, string, boolean]>([
  ['just before 14 days are over', '2026-03-01T08:00:00.000Z', '2026-03-15T07:59:59.999Z', false],
  ['when 14 days are over', '2026-03-01T08:00:00.000Z', '2026-03-15T08:00:00.000Z', true],
  ['without a time of shipping', null, '2099-01-01T00:00:00.000Z', false],
  ['with an unreadable time of shipping', 'soon', '2099-01-01T00:00:00.000Z', false],
])('a shipped order counts as received after 14 days: %s', (_, shippedAt, at, expected) => {
  expect(countsAsReceived({ shippedAt }, at)).toBe(expected);
});
