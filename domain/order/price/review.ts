import type { FieldProblem } from '../../ground/errors.ts';
import { isBlank } from '../../ground/text.ts';
import { DAY } from '../../ground/units.ts';
import type { Quote, QuoteLine } from '../data/order.ts';
import { withHash } from './price.ts';

/**
 * Days for which a reviewed price is binding unless the reviewer sets its end, and the most that a reviewer may set.
 */
export const quoteDays = 30;
const quoteDaysMost = 365;
/** Days before the end of a binding price at which its customer is e-mailed. */
export const quoteReminderDays = 3;
/** Largest price of an order, in cents. */
export const quoteCents = 10_000_000_00;

/** The review of a placed order's price: staff may override lines, and say until when it is binding. */

/** Decisions of a reviewer about a price: other amounts for lines, and until when it is binding. */
export interface Review {
  /** Amounts are integer cents. */
  overrides?: { code: string; amount: number; reason: string }[];
  /** ISO 8601. */
  validUntil?: string;
}

/** Sentences about what is wrong with a review, by code. */
const problems = {
  UNKNOWN_LINE: 'The price has no line with this code. Use a code of the present price.',
  TWICE: 'This line is changed twice. Send one change for each line.',
  NEGATIVE: 'An amount cannot be negative. Use 0 for a line that costs nothing.',
  REQUIRED: 'Give a reason. The customer sees it beside the line.',
  TOO_LARGE: 'The price of an order can be at most 10,000,000.00. Lower an amount, or divide the order.',
  NOT_A_TIME: 'This is not a time. Write it as 2026-12-31T12:00:00Z.',
  PAST: 'The price must be binding until a time in the future.',
  TOO_FAR: 'A price can be binding for at most 365 days.',
} as const;

/**
 * Returns what is wrong with a review, each with a sentence; paths are those of the command's arguments.
 * @param at the present time, ISO 8601
 */
export function problemsWithReview(placed: Quote, review: Review, at: string): FieldProblem[] {
  const { overrides = [], validUntil } = review;
  const found = overrides.flatMap((override, i) => {
    const path = `overrides/${i}`;
    const isTwice = overrides.findIndex(({ code }) => code === override.code) < i;
    if (!placed.lines.some(({ code }) => code === override.code)) return problem(`${path}/code`, 'UNKNOWN_LINE');
    return [
      ...(isTwice ? problem(`${path}/code`, 'TWICE') : []),
      ...(override.amount < 0 ? problem(`${path}/amount`, 'NEGATIVE') : []),
      ...(isBlank(override.reason) ? problem(`${path}/reason`, 'REQUIRED') : []),
    ];
  });
  const total = linesOf(placed, review).reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  if (total > quoteCents) found.push(...problem('overrides', 'TOO_LARGE'));
  return validUntil === undefined ? found : [...found, ...problemsWithTime(validUntil, at)];
}

/**
 * Returns the binding price of a review without problems: total and hash follow from the overridden lines.
 * @param at the time of the review, ISO 8601; without another time, the price is binding for `quoteDays` from it
 */
export function reviewedQuote(
  placed: Quote,
  review: Review,
  { at, by, byName }: { at: string; by: string; byName: string },
): Quote {
  const lines = linesOf(placed, review).map(({ override, ...line }) =>
    override === undefined ? line : { ...line, override: { ...override, by, byName } },
  );
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const until = review.validUntil ?? new Date(Date.parse(at) + quoteDays * DAY);
  const { currency, tax, rateCardVersion } = placed;
  const validUntil = new Date(until).toISOString();
  return withHash({ currency, lines, subtotal, tax, total: subtotal + tax, rateCardVersion, validUntil });
}

/** Whether a reviewed price is no longer binding at this time, ISO 8601. */
export function isExpired({ validUntil }: { validUntil?: string | null }, at: string): boolean {
  return typeof validUntil === 'string' && validUntil <= at;
}

/** Whether a reviewed price is still binding at this time, ISO 8601, but not `quoteReminderDays` later. */
export function endsSoon(quote: { validUntil?: string | null }, at: string): boolean {
  const later = new Date(Date.parse(at) + quoteReminderDays * DAY).toISOString();
  return !isExpired(quote, at) && isExpired(quote, later);
}

type ReviewedLine = Omit<QuoteLine, 'override'> & { override?: { computed: number; reason: string } };

function linesOf(placed: Quote, { overrides = [] }: Review): ReviewedLine[] {
  return placed.lines.map((line) => {
    const override = overrides.find(({ code }) => code === line.code);
    if (override === undefined || override.amount === line.amount) return line;
    const { amount, reason } = override;
    return { ...line, amount, override: { computed: line.amount, reason: reason.trim() } };
  });
}

function problemsWithTime(validUntil: string, at: string): FieldProblem[] {
  const until = Date.parse(validUntil);
  if (Number.isNaN(until)) return problem('validUntil', 'NOT_A_TIME');
  if (until <= Date.parse(at)) return problem('validUntil', 'PAST');
  const longest = Date.parse(at) + quoteDaysMost * DAY;
  return until > longest ? problem('validUntil', 'TOO_FAR') : [];
}

function problem(path: string, code: keyof typeof problems): FieldProblem[] {
  return [{ path, code, message: problems[code] }];
}
