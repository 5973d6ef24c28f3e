import { quantitiesIn, readable, type Quantity } from '../../../quantities/quantities.ts';

/** Figures of one kind that two texts do not share, as they are written there. */
export interface DifferingFigures {
  here: string[];
  there: string[];
}

/** Maximum number of figures shown of a kind, and of kinds. */
const shownMost = 3;

/**
 * Returns the figures in which two texts about the same thing differ: kinds of quantity that both have, where each has
 * a value that the other one lacks. Numbers without a unit are not compared.
 */
export function differingFigures(here: string, there: string): DifferingFigures[] {
  const [mine, theirs] = [byDimension(here), byDimension(there)];
  return [...mine]
    .flatMap(([dimension, own]) => {
      const others = theirs.get(dimension) ?? [];
      const found = { here: missing(own, others), there: missing(others, own) };
      return found.here.length > 0 && found.there.length > 0 ? [found] : [];
    })
    .slice(0, shownMost);
}

function byDimension(text: string): Map<string, Quantity[]> {
  const found = new Map<string, Quantity[]>();
  for (const quantity of quantitiesIn(readable(text))) {
    if (quantity.dimension === 'number') continue;
    found.set(quantity.dimension, [...(found.get(quantity.dimension) ?? []), quantity]);
  }
  return found;
}

function missing(from: readonly Quantity[], others: readonly Quantity[]): string[] {
  const lacking = from.filter(({ value }) => !others.some((other) => isSameFigure(value, other.value)));
  return [...new Set(lacking.map(({ text }) => text))].slice(0, shownMost);
}

/** Whether two values are the same but for rounding. */
function isSameFigure(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.005 * Math.max(Math.abs(a), Math.abs(b));
}
