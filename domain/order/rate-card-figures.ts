import type { FieldProblem } from '../errors.ts';
import { exampleRateCard, type RateCard } from './rate-card.ts';

/** The figures of a rate card that staff edit, one row each, and what is wrong with edited ones. */

/** Which table of the page a figure is in. */
type FigureGroup = 'building' | 'cells' | 'discount' | 'testing' | 'safety' | 'closing';

type FigureKey = Exclude<keyof RateCard, 'version' | 'currency'>;

/** The group of each part of the card; the page shows groups and parts in this order. */
const figureGroups: Readonly<Record<FigureKey, FigureGroup>> = {
  prototypingSetup: 'building',
  coatingRecipe: 'building',
  coatingRun: 'building',
  coatingPerMeterDouble: 'building',
  assemblyPerCell: 'cells',
  formation: 'cells',
  quantityDiscount: 'discount',
  testSetup: 'testing',
  channelDay: 'testing',
  chamberDay: 'testing',
  safetyCampaign: 'safety',
  safetyPerCell: 'safety',
  safetyCapacityFactor: 'safety',
  spectrum: 'testing',
  report: 'closing',
  disposalPerKg: 'closing',
  shippingRoad: 'closing',
};

/** One figure: an amount in integer cents, a share of 1, or a factor of at least 1. */
interface Figure {
  /** Where it is in the card, such as `assemblyPerCell/18650` or `channelDay/2/price`. */
  path: string;
  key: FigureKey;
  group: FigureGroup;
  kind: 'amount' | 'share' | 'factor';
  value: number;
  /** What tells it from the other figures of its part: a code, or limits of its row. */
  about: (string | number)[];
}

/** Largest amount, in cents. */
const largestAmount = 100_000_000;

/** Names of values that describe a row and are not edited: they are limits of the laboratory, not prices. */
const fixed: ReadonlySet<string> = new Set(['from', 'to', 'upTo_A', 'upTo_Ah']);

const figureKeys = Object.keys(figureGroups).filter((key): key is FigureKey => Object.hasOwn(figureGroups, key));

/** Returns all editable figures of a card, in the order of the page. */
function figuresOf(card: RateCard): Figure[] {
  return figureKeys.flatMap((key) => figuresIn(key, card[key], [key], []));
}

function figuresIn(key: FigureKey, value: unknown, path: string[], about: Figure['about']): Figure[] {
  if (typeof value === 'number') {
    return [{ path: path.join('/'), key, group: figureGroups[key], kind: kindOf(path.at(-1)), value, about }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((row, i) => figuresIn(key, row, [...path, String(i)], limitsIn(row)));
  return Object.entries(value).flatMap(([name, part]) => {
    if (fixed.has(name)) return [];
    const isOneOfRow = name === 'price' || kindOf(name) !== 'amount';
    return figuresIn(key, part, [...path, name], isOneOfRow ? about : [...about, name]);
  });
}

function kindOf(name: string | undefined): Figure['kind'] {
  return name === 'share' || name === 'factor' ? name : 'amount';
}

function limitsIn(row: unknown): number[] {
  if (typeof row !== 'object' || row === null) return [];
  return Object.entries(row).flatMap(([name, value]) => (fixed.has(name) && typeof value === 'number' ? [value] : []));
}

/**
 * Returns what is wrong with the figures of a card, by path: `AMOUNT` (whole cents, 0 to `largestAmount`), `SHARE` (above
 * 0, at most 1), `FACTOR` (1 to 100), `DISCOUNT` (more cells cost more each), `SHAPE` (a figure is missing, or one is unknown).
 */
export function problemsWithFigures(card: RateCard): FieldProblem[] {
  const figures = figuresOf(card);
  const expected = new Set(figuresOf(exampleRateCard).map(({ path }) => path));
  const unknown = figures.filter(({ path }) => !expected.delete(path));
  const misshapen = [...unknown.map(({ path }) => path), ...expected].map((path) => ({ path, code: 'SHAPE' }));
  return [...misshapen, ...figures.flatMap(problemWithFigure), ...discountProblems(card)];
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
