import type { Figure } from '#domain/order/rate-card-figures.ts';

/** Figures of a rate card as staff write them: amounts in units of the currency, shares in percent. Pure. */

type FigureKind = Figure['kind'];

/** Why a text is no figure: nothing is written, it is no number, its separators are unclear, or it has parts of a cent. */
export type UnreadFigure = 'EMPTY' | 'NUMBER' | 'SEPARATORS' | 'CENTS';

/** How many of a stored figure make one of the written one. */
const stored: Record<FigureKind, number> = { amount: 100, share: 0.01, factor: 1 };

/** Returns a figure as text for its field, in the reader's language and without thousands separators. */
export function textOfFigure(language: string, kind: FigureKind, value: number): string {
  const written = Number((value / stored[kind]).toPrecision(12));
  const digits =
    kind === 'amount' ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 6 };
  return new Intl.NumberFormat(language, { ...digits, useGrouping: false }).format(written);
}

/**
 * Reads a typed figure: "1,234.50", "1.234,50", "1 234,5", "450 €", "95 %" or "× 1.4". In an amount, three digits after
 * the only separator are thousands, because there are only cents behind a decimal point.
 * @returns the stored value, unchecked, or why there is none
 */
export function readFigure(kind: FigureKind, text: string): { value: number } | { problem: UnreadFigure } {
  const compact = text.normalize('NFKC').replace(/[\s'’%×]|\p{Sc}|^x|EUR/giu, '');
  if (compact === '') return { problem: 'EMPTY' };
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(compact)) return { problem: 'NUMBER' };
  const plain = withoutThousands(kind, compact);
  if (plain === undefined) return { problem: 'SEPARATORS' };
  if (kind === 'amount' && /\.\d{2}\d*[1-9]/.test(plain)) return { problem: 'CENTS' };
  const value = Number(plain) * stored[kind];
  return { value: kind === 'amount' ? Math.round(value) : Number(value.toPrecision(12)) };
}

/** Returns digits with at most one decimal point; undefined when the separators can be read in two ways. */
function withoutThousands(kind: FigureKind, text: string): string | undefined {
  const marks = text.replaceAll(/[^.,]/g, '');
  if (marks === '') return text;
  const [first, last] = [marks.at(0), marks.at(-1)];
  const isOneMark = first === last;
  if (isOneMark && (marks.length > 1 || kind === 'amount') && /^[+-]?[1-9]\d{0,2}([.,]\d{3})+$/.test(text))
    return text.replaceAll(/[.,]/g, '');
  const at = text.search(/[.,]\d*$/);
  const [whole, decimals] = [text.slice(0, at), text.slice(at + 1)];
  const isGrouped = /^[+-]?\d{1,3}([.,]\d{3})+$/.test(whole);
  if (/[.,]/.test(whole) && (isOneMark || !isGrouped || new Set(marks.slice(0, -1)).size > 1)) return undefined;
  return `${whole.replaceAll(/[.,]/g, '')}.${decimals}`;
}
