import type { FieldProblem } from '../errors.ts';
import { exampleRateCard, type RateCard } from './rate-card.ts';

/** The figures of a rate card that staff edit, one row each, and what is wrong with edited ones. */

/** One figure: an amount in integer cents, a share of 1, or a factor of at least 1. */
export interface Figure {
  /** Where it is in the card, such as `assemblyPerCell/18650` or `channelDay/2/price`. */
  path: string;
  kind: 'amount' | 'share' | 'factor';
  value: number;
}

/** Largest amount, in cents. */
const largestAmount = 100_000_000;

/** Names of values that describe a row and are not edited: they are limits of the laboratory, not prices. */
const fixed: ReadonlySet<string> = new Set(['from', 'to', 'upTo_A', 'upTo_Ah']);

/** Returns all editable figures of a card, in its order. */
export function figuresOf({ version: _version, currency: _currency, ...figures }: RateCard): Figure[] {
  return figuresIn(figures, []);
}

function figuresIn(value: unknown, path: string[]): Figure[] {
  if (typeof value === 'number') return [{ path: path.join('/'), kind: kindOf(path.at(-1)), value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (fixed.has(name) ? [] : figuresIn(part, [...path, name])));
}

function kindOf(name: string | undefined): Figure['kind'] {
  return name === 'share' || name === 'factor' ? name : 'amount';
}

/**
 * Returns what is wrong with the figures of a card, by path: `AMOUNT` (whole cents, 0 to 1,000,000.00), `SHARE` (above 0,
 * at most 1), `FACTOR` (1 to 100), `DISCOUNT` (more cells cost more each), `SHAPE` (a figure is missing or unknown, or a
 * limit of the laboratory was changed).
 */
export function problemsWithFigures(card: RateCard): FieldProblem[] {
  return [...problemsWithShape(card), ...figuresOf(card).flatMap(problemWithFigure), ...discountProblems(card)];
}

function problemsWithShape(card: RateCard): FieldProblem[] {
  const expected = new Set(shapeOf(exampleRateCard, ''));
  const unknown = shapeOf(card, '').filter((place) => !expected.delete(place));
  const places = [...unknown, ...expected].map((place) => place.replace(/ .*/, ''));
  return [...new Set(places)].map((path) => ({ path, code: 'SHAPE' }));
}

/** Returns the paths of all figures, and the fixed values with what they are. */
function shapeOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return path === 'version' || path === '' ? [] : [path];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path === '' ? name : `${path}/${name}`;
    return fixed.has(name) || name === 'currency' ? [`${at} is ${String(part)}`] : shapeOf(part, at);
  });
}

function problemWithFigure({ path, kind, value }: Figure): FieldProblem[] {
  if (kind === 'share') return value > 0 && value <= 1 ? [] : [{ path, code: 'SHARE' }];
  if (kind === 'factor') return value >= 1 && value <= 100 ? [] : [{ path, code: 'FACTOR' }];
  return Number.isInteger(value) && value >= 0 && value <= largestAmount ? [] : [{ path, code: 'AMOUNT' }];
}

/** A row for more cells stands above one for fewer, and must not cost more each. */
function discountProblems({ quantityDiscount: rows }: RateCard): FieldProblem[] {
  return rows.flatMap(({ share }, i) => {
    const next = rows[i + 1];
    return next !== undefined && share > next.share ? [{ path: `quantityDiscount/${i}/share`, code: 'DISCOUNT' }] : [];
  });
}
