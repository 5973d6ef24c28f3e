import type { Translate } from '../ground/number-texts.ts';

/** Texts about tax beside a price, the same on screens, in documents and in e-mails. They are in navigator.json. */

/** The tax that a seller adds. */
export interface Tax {
  /** Tax on invoices in basis points. */
  bp: number;
  /** Reason why none is added, in the seller's own words; absent where they have set no reason. */
  noTaxReason?: string | undefined;
}

/**
 * Returns the sentence about the tax.
 * @param figureOf writes a number in the reader's language
 */
export function taxText(t: Translate, { bp, noTaxReason }: Tax, figureOf: (value: number) => string): string {
  if (bp !== 0) return t('tax.added', { percent: figureOf(bp / 100) });
  return noTaxReason === undefined ? t('tax.none', {}) : t('tax.noneBecause', { reason: noTaxReason });
}

/** Returns the name of a total: without tax, it is not called a total before tax. */
export function totalText(t: Translate, taxBp: number): string {
  return taxBp === 0 ? t('tax.total', {}) : t('tax.totalBefore', {});
}
