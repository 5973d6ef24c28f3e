import { expect, test } from 'vitest';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import {
  endsSoon,
  isExpired,
  problemsWithReview,
  reviewedQuote,
  type Review,
  quoteCents,
} from '#domain/order/price/review.ts';
import { m50 } from '../orders.ts';

const at = '2026-03-01T00:00:00.000Z';
const by = { at, by: 'an-expert', byName: 'Vera' };
const placed = quoteOf(m50, exampleRateCard);
const setup = placed.lines[0]?.amount ?? 0;
const cheaper = { code: 'setup', amount: setup - 100_00, reason: 'Same recipe as last time' };

test('a review changes the total by what its lines change, and remembers the computed amount, the reason and who', () => {
  const quote = reviewedQuote(placed, { overrides: [cheaper] }, by);
  expect(quote.lines[0]).toEqual({
    ...placed.lines[0],
    amount: setup - 100_00,
    override: { computed: setup, reason: cheaper.reason, by: 'an-expert', byName: 'Vera' },
  });
  expect(quote.lines.slice(1)).toEqual(placed.lines.slice(1));
  expect(quote).toMatchObject({ total: placed.total - 100_00, subtotal: placed.subtotal - 100_00 });
  expect(quote.rateCardVersion).toBe(placed.rateCardVersion);
});

test('a review without changes keeps the amounts, and is binding for 30 days unless it says until when', () => {
  const quote = reviewedQuote(placed, {}, by);
  expect({ lines: quote.lines, total: quote.total }).toEqual({ lines: placed.lines, total: placed.total });
  expect(quote.validUntil).toBe('2026-03-31T00:00:00.000Z');
  const longer = reviewedQuote(placed, { validUntil: '2026-06-01T09:00:00+09:00' }, by);
  expect(longer.validUntil).toBe('2026-06-01T00:00:00.000Z');
});

test('another amount, reason or date makes another hash', () => {
  const reviews: Review[] = [
    {},
    { validUntil: '2026-06-01T00:00:00Z' },
    { overrides: [cheaper] },
    { overrides: [{ ...cheaper, amount: 0 }] },
    { overrides: [{ ...cheaper, reason: 'Another one' }] },
  ];
  const hashes = [placed.hash, ...reviews.map((review) => reviewedQuote(placed, review, by).hash)];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('a line that gets the amount it has is not changed', () => {
  const quote = reviewedQuote(placed, { overrides: [{ ...cheaper, amount: setup }] }, by);
  expect(quote.lines).toEqual(placed.lines);
});

test.each<[string, Review, string, string]>([
  ['an unknown line', { overrides: [{ ...cheaper, code: 'gold' }] }, 'overrides/0/code', 'UNKNOWN_LINE'],
  ['the same line twice', { overrides: [cheaper, cheaper] }, 'overrides/1/code', 'TWICE'],
  ['a negative amount', { overrides: [{ ...cheaper, amount: -1 }] }, 'overrides/0/amount', 'NEGATIVE'],
  ['no reason', { overrides: [{ ...cheaper, reason: ' \n' }] }, 'overrides/0/reason', 'REQUIRED'],
  ['a price beyond the largest', { overrides: [{ ...cheaper, amount: quoteCents }] }, 'overrides', 'TOO_LARGE'],
  ['a time that is none', { validUntil: 'next week' }, 'validUntil', 'NOT_A_TIME'],
  ['the present time', { validUntil: at }, 'validUntil', 'PAST'],
  ['more than a year', { validUntil: '2027-03-01T00:00:01Z' }, 'validUntil', 'TOO_FAR'],
])('a review with %s is refused with a sentence', (_, review, path, code) => {
  const problems = problemsWithReview(placed, review, at);
  expect(problems).toEqual([{ path, code, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
});

test('a line may cost nothing, and a price may be binding for a year', () => {
  const review = { overrides: [{ ...cheaper, amount: 0 }], validUntil: '2027-03-01T00:00:00Z' };
  expect(problemsWithReview(placed, review, at)).toEqual([]);
});

test('a price is binding up to its date, and one without a date for ever', () => {
  const quote = reviewedQuote(placed, {}, by);
  expect(isExpired(quote, '2026-03-30T23:59:59.999Z')).toBe(false);
  expect(isExpired(quote, '2026-03-31T00:00:00.000Z')).toBe(true);
  expect(isExpired(placed, '2099-01-01T00:00:00.000Z')).toBe(false);
});

test('a price ends soon from three days before its date until its date', () => {
  const quote = reviewedQuote(placed, {}, by);
  expect(endsSoon(quote, '2026-03-27T23:59:59.999Z')).toBe(false);
  expect(endsSoon(quote, '2026-03-28T00:00:00.000Z')).toBe(true);
  expect(endsSoon(quote, '2026-03-30T23:59:59.999Z')).toBe(true);
  expect(endsSoon(quote, '2026-03-31T00:00:00.000Z')).toBe(false);
  expect(endsSoon(placed, '2026-03-30T00:00:00.000Z')).toBe(false);
});
