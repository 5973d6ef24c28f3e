import { endOfDay } from '#domain/ground/calendar-day.ts';
import type { Quote } from '#domain/order/data/order.ts';
import { problemsWithReview, type Review } from '#domain/order/price/review.ts';
import { isBlank } from '#domain/ground/text.ts';
import { readFigure, textOfFigure, type UnreadFigure } from '../rate-card/figure-text.ts';

/** Reads what a reviewer types about a price. Pure. */

/** Another amount for a line, as typed. */
export interface TypedOverride {
  amount: string;
  reason: string;
}

export interface TypedReview {
  /** By the code of the line. */
  overrides: Readonly<Record<string, TypedOverride>>;
  /** The last day on which the price is binding, such as `2026-12-31`. */
  lastDay: string;
}

/** Time at which a review is read, and the time zone in which its last day ends. */
interface ReadAt {
  /** The present time, ISO 8601. */
  at: string;
  /** The seller's, as on the quote. */
  timeZone: string;
}

/** A problem with an amount, a reason or the day, by its code. */
type ReviewProblem = UnreadFigure | 'NEGATIVE' | 'REQUIRED' | 'TOO_LARGE' | 'NOT_A_TIME' | 'PAST' | 'TOO_FAR';

export interface ReadReview {
  review: Required<Review>;
  /** By `amount/<code>`, `reason/<code>`, `total` or `lastDay`. */
  problems: Readonly<Record<string, ReviewProblem>>;
  /** The total with the typed amounts, in cents. */
  total: number;
}

/** Reads what was typed. */
export function readReview(quote: Quote, { overrides, lastDay }: TypedReview, { at, timeZone }: ReadAt): ReadReview {
  const problems: Record<string, ReviewProblem> = {};
  const read: Required<Review>['overrides'] = [];
  for (const line of quote.lines) {
    const typed = overrides[line.code];
    if (typed === undefined) continue;
    const amount = readFigure('amount', typed.amount);
    if ('problem' in amount) problems[`amount/${line.code}`] = amount.problem;
    else if (amount.value < 0) problems[`amount/${line.code}`] = 'NEGATIVE';
    else read.push({ code: line.code, amount: amount.value, reason: typed.reason.trim() });
    if (isBlank(typed.reason)) problems[`reason/${line.code}`] = 'REQUIRED';
  }
  const validUntil = endOfDay(lastDay, timeZone)?.toISOString() ?? '';
  const review = { overrides: read, validUntil };
  for (const { path, code } of problemsWithReview(quote, review, at)) {
    if (path === 'overrides') problems['total'] = 'TOO_LARGE';
    if (path === 'validUntil') problems['lastDay'] = code === 'PAST' || code === 'TOO_FAR' ? code : 'NOT_A_TIME';
  }
  const amountOf = new Map(read.map(({ code, amount }) => [code, amount]));
  const total = quote.lines.reduce((sum, { code, amount }) => sum + (amountOf.get(code) ?? amount), quote.tax);
  return { review, problems, total };
}

/** Returns overrides as they are typed, to be sent once more. */
export function typedAgain(overrides: NonNullable<Review['overrides']>, language: string): TypedReview['overrides'] {
  return Object.fromEntries(
    overrides.map(({ code, amount, reason }) => [code, { amount: textOfFigure(language, 'amount', amount), reason }]),
  );
}
