import type { TFunction } from 'i18next';
import type { PlanReply } from '#domain/payment/wire/payments.ts';

/** Returns the sentence about the tax on a plan's price. */
export function taxTextOf(
  t: TFunction<'payments'>,
  { tax_bp: bp = 0, no_tax_reason: reason }: Partial<Pick<PlanReply, 'tax_bp' | 'no_tax_reason'>>,
): string {
  if (bp !== 0) return t('plusTax', { percent: bp / 100 });
  return reason === undefined ? t('noTax') : t('noTaxBecause', { reason });
}
