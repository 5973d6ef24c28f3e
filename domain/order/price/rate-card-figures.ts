import type { FieldProblem } from '../../ground/errors.ts';
import { exampleRateCard, type RateCard } from '../data/rate-card.ts';

/** The figures of a rate card that staff edit, one row each, and what is wrong with edited ones. */

/** One figure: an amount in integer cents, a share of 1, or a factor of at least 1. */
export interface RateFigure {
  /** Path in the card, such as `assemblyPerCell/18650` or `channelDay/2/price`. */
  path: string;
  kind: 'amount' | 'share' | 'factor';
  value: number;
}

/** Largest amount, in cents. */
const largestAmount = 100_000_000;

/** Names of values that describe a row and are not edited: they are limits of the laboratory, not prices. */
const fixed: ReadonlySet<string> = new Set(['from', 'to', 'upTo_A', 'upTo_Ah']);

/** Returns all editable figures of a card, in the order of the example card: a database keeps its own order. */
export function rateFiguresOf({ version: _version, currency: _currency, ...figures }: RateCard): RateFigure[] {
  const rank = ({ path }: RateFigure): number => ranks.get(path) ?? ranks.size;
  return figuresIn(figures, []).toSorted((a, b) => rank(a) - rank(b));
}

function figuresIn(value: unknown, path: string[]): RateFigure[] {
  if (typeof value === 'number') return [{ path: path.join('/'), kind: kindOf(path.at(-1)), value }];
  if (!isPart(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => (fixed.has(name) ? [] : figuresIn(part, [...path, name])));
}

function kindOf(name: string | undefined): RateFigure['kind'] {
  return name === 'share' || name === 'factor' ? name : 'amount';
}

/** Returns a card with another value for one figure, unchecked; unchanged if it has no such figure. */
export function withFigure(card: RateCard, path: string, value: number): RateCard {
  return replaced(card, path.split('/'), value);
}

function replaced<T>(part: T, [name, ...rest]: string[], value: number): T {
  if (Array.isArray(part)) return part.map((row, i) => (String(i) === name ? replaced(row, rest, value) : row)) as T;
  if (name === undefined || !isPart(part)) return part;
  const before = part[name];
  const after = rest.length > 0 ? replaced(before, rest, value) : value;
  return typeof before === 'number' || isPart(before) ? { ...part, [name]: after } : part;
}

function isPart(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the figures in which two cards differ, by path; undefined in a card that lacks one. */
export function differingRates(
  before: RateCard,
  after: RateCard,
): { path: string; kind: RateFigure['kind']; before: number | undefined; after: number | undefined }[] {
  const [old, now] = [before, after].map((card) => new Map(rateFiguresOf(card).map((figure) => [figure.path, figure])));
  return [...new Map([...(old ?? []), ...(now ?? [])]).values()].flatMap(({ path, kind }) => {
    const values = { before: old?.get(path)?.value, after: now?.get(path)?.value };
    return values.before === values.after ? [] : [{ path, kind, ...values }];
  });
}

const ranks = new Map(figuresIn(exampleRateCard, []).map(({ path }, i) => [path, i]));

/**
 * Returns what is wrong with the figures of a card, by path: `AMOUNT` (whole cents, 0 to 1,000,000.00), `SHARE` (above 0,
 * at most 1), `FACTOR` (1 to 100), `DISCOUNT` (more cells cost more each), `SHAPE` (a figure is missing or unknown, or a
 * limit of the laboratory was changed).
 */
export function problemsWithFigures(card: RateCard): FieldProblem[] {
  return [...problemsWithShape(card), ...rateFiguresOf(card).flatMap(problemWithFigure), ...discountProblems(card)];
}

function problemsWithShape(card: RateCard): FieldProblem[] {
  const expected = new Set(shapeOf(exampleRateCard, ''));
  const unknown = shapeOf(card, '').filter((place) => !expected.delete(place));
  const places = [...unknown, ...expected].map((place) => place.replace(/ .*/, ''));
  return [...new Set(places)].map((path) => ({ path, code: 'SHAPE' }));
}

/** Returns the paths of all figures, and the fixed values with what they are. */
function shapeOf(value: unknown, path: string): string[] {
  if (!isPart(value)) return path === 'version' || path === '' ? [] : [path];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = path === '' ? name : `${path}/${name}`;
    return fixed.has(name) || name === 'currency' ? [`${at} is ${String(part)}`] : shapeOf(part, at);
  });
}

function problemWithFigure({ path, kind, value }: RateFigure): FieldProblem[] {
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
