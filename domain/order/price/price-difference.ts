import type { Quote, QuoteLine } from '../data/order.ts';

/** One line that differs between two prices. `why`: other figures of the rate card, other contents of the order, or both. */
export interface ChangedLine {
  code: string;
  /** The line as it is now, or as it was where it is gone. */
  line: QuoteLine;
  /** Integer cents; 0 where the line did not exist. */
  before: number;
  /** Integer cents; 0 where the line is gone. */
  after: number;
  why: 'card' | 'order' | 'both';
}

/**
 * Returns the lines that differ between the price that a user has seen and the present one, in the order of the present
 * price. Two prices by one version of the rate card differ because the order does.
 */
export function changedLines(seen: Quote, now: Quote): ChangedLine[] {
  const lines = [...now.lines, ...seen.lines.filter(({ code }) => !now.lines.some((line) => line.code === code))];
  return lines.flatMap((line) => {
    const old = seen.lines.find(({ code }) => code === line.code);
    const present = now.lines.find(({ code }) => code === line.code);
    const before = old?.amount ?? 0;
    const after = present?.amount ?? 0;
    if (before === after) return [];
    const isSameCard = seen.rateCardVersion === now.rateCardVersion;
    const hasOtherCount = old?.qty !== present?.qty;
    const hasOtherFigure = old !== undefined && present !== undefined && old.unitPrice !== present.unitPrice;
    const why = isSameCard || !hasOtherFigure ? 'order' : hasOtherCount ? 'both' : 'card';
    return [{ code: line.code, line, before, after, why }];
  });
}

/** Returns the total of a reviewed price before the review changed lines, in cents. */
export function placedTotal({ lines, total }: Quote): number {
  return lines.reduce((sum, { amount, override }) => sum + (override?.computed ?? amount) - amount, total);
}
