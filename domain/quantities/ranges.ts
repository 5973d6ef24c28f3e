import { type Quantity, quantitiesIn } from './quantities.ts';

/** Values with two ends, or with a tolerance: 3-5 mAh/cm², 10 to 12 cells, 2 Ah or 3 Ah, 3 ± 0.2 mAh/cm². */

const joined = /^ ?(?:[-~→]|\.{2,3}|±|\+\/?-|to|bis|until|and|und|or|oder|에서|부터|또는|나|내지) ?[-+]?$/i;
/** A number behind these words has its meaning already: qty 20 - 3 Ah. */
const countBefore = /(?:\bx|×|qty|quantity|수량):? ?$/i;

export interface Range {
  start: number;
  end: number;
}

/**
 * Finds the ranges of a text: which of their values is meant is not known.
 * @param text as `readable` returns it
 */
export function rangesIn(text: string): Range[] {
  const found: Range[] = [];
  const quantities = quantitiesIn(text);
  for (const [index, second] of quantities.entries()) {
    const first = quantities[index - 1];
    if (first === undefined || !isRange(text, first, second)) continue;
    const last = found.at(-1);
    if (last?.end === first.end) last.end = second.end;
    else found.push({ start: first.start, end: second.end });
  }
  return found;
}

function isRange(text: string, first: Quantity, second: Quantity): boolean {
  const isAlike = first.dimension === second.dimension || first.dimension === 'number';
  const sign = /^[-+]/.exec(second.text)?.[0] ?? '';
  const between = text.slice(first.end, second.start);
  if (!isAlike || !joined.test(between + sign)) return false;
  // 'and' between two temperatures is a list: a test may be at 25 °C and at 45 °C.
  const isList = second.dimension === 'temperature' && /and|und/i.test(between);
  if (isList && !/(?:between|zwischen) $/i.test(text.slice(0, first.start))) return false;
  const isNumberAndQuantity = first.dimension === 'number' && second.dimension !== 'number';
  return !(isNumberAndQuantity && countBefore.test(text.slice(0, first.start)));
}

/** Returns the text with other characters in the place of its ranges, so that none of their ends is read. */
export function withoutRanges(text: string, ranges: readonly Range[]): string {
  return withFilled(text, ranges, ';');
}

/** Replaces parts of a text by as many other characters. */
export function withFilled(text: string, parts: readonly Range[], filler: string): string {
  return parts.reduce((all, { start, end }) => all.slice(0, start) + filler.repeat(end - start) + all.slice(end), text);
}
