import { plainText } from '#domain/ground/figure/plain-text.ts';
import { tidy, readingsOf } from '#domain/ground/figure/separators.ts';
import type { RateFigure } from '#domain/order/price/rate-card-figures.ts';

/** Figures of a rate card as staff write them: amounts in units of the currency, shares in percent. Pure. */

type FigureKind = RateFigure['kind'];

/** Reason why a text is no figure: it is empty, no number, has unclear separators, or has parts of a cent. */
export type UnreadFigure = 'EMPTY' | 'NUMBER' | 'SEPARATORS' | 'CENTS';

/** Number of stored units in one written unit. */
const stored: Record<FigureKind, number> = { amount: 100, share: 0.01, factor: 1 };

/** Returns a figure as text for its field, in the reader's language and without thousands separators. */
export function textOfFigure(language: string, kind: FigureKind, value: number): string {
  const written = Number((value / stored[kind]).toPrecision(12));
  const digits =
    kind === 'amount' ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 6 };
  return new Intl.NumberFormat(language, { ...digits, useGrouping: false }).format(written);
}

/** Text that may stand beside an amount, a share or a factor. */
const beside = /\p{Sc}|EUR|USD|KRW|원|유로|%|percent|퍼센트|^x|×/giu;
/** Largest percentage, and largest factor: they decide between 1.375 and 1375. */
const mostOf: Record<FigureKind, number> = { amount: Infinity, share: 100, factor: 100 };

/**
 * Reads a typed figure: "1,234.50", "1.234,50", "1 234,5", "450 €", "95 %" or "× 1.4". In an amount, three digits after
 * the only separator are thousands, because there are only cents behind a decimal point.
 * @returns the stored value, unchecked, or why there is none
 */
export function readFigure(kind: FigureKind, text: string): { value: number } | { problem: UnreadFigure } {
  const written = plainText(text).trim().replaceAll(beside, '').trim();
  if (written === '') return { problem: 'EMPTY' };
  const [, sign = '', digits = ''] = /^([+-]?) ?((?=.*\d)[\d.,' ]+)$/.exec(written) ?? [];
  if (digits === '') return { problem: 'NUMBER' };
  const values = readingsOf(digits).filter((value, _, all) => all.length === 1 || value <= mostOf[kind]);
  const value = kind === 'amount' ? values.at(-1) : values[0];
  if (value === undefined || (kind !== 'amount' && values.length > 1)) return { problem: 'SEPARATORS' };
  if (kind === 'amount' && /\.\d{3}/.test(String(value))) return { problem: 'CENTS' };
  const exact = (sign === '-' ? -value : value) * stored[kind];
  return { value: kind === 'amount' ? Math.round(exact) + 0 : tidy(exact) };
}
