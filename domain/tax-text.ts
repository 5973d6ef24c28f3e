import type { Translate } from './figures.ts';

/** What is written about tax beside a price, the same on screens, in documents and in e-mails. Texts are in navigator.json. */

/**
 * Returns the sentence about the tax.
 * @param taxBp tax on invoices in basis points
 * @param figureOf writes a number in the reader's language
 */
export function taxText(t: Translate, taxBp: number, figureOf: (value: number) => string): string {
  return taxBp === 0 ? t('tax.none', {}) : t('tax.added', { percent: figureOf(taxBp / 100) });
}

/** Returns the name of a total: where no tax is added, there is none that it could be before. */
export function totalText(t: Translate, taxBp: number): string {
  return taxBp === 0 ? t('tax.total', {}) : t('tax.totalBefore', {});
}
