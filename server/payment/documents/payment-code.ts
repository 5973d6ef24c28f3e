import { cutText } from '#domain/ground/text.ts';
import type { IssuedInvoice } from '../store/invoices.ts';

/**
 * Returns what a banking app reads as a SEPA transfer (EPC069-12, version 2): only for euros and to an account with an
 * IBAN.
 */
export function transferText({ seller, currency, total, number }: IssuedInvoice): string | undefined {
  const { account } = seller;
  if (account === undefined || currency !== 'EUR' || total <= 0) return undefined;
  const amount = `EUR${(total / 100).toFixed(2)}`;
  const { bic = '', holder, iban } = account;
  return ['BCD', '002', '1', 'SCT', bic, cutText(holder, 70), iban, amount, '', '', number].join('\n');
}
