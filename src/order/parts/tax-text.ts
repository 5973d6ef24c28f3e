import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { type Tax, taxText, totalText } from '#domain/payment/tax-text.ts';
import { keptTax } from '../rate-card/kept-rate-card.ts';
import { useSession } from '../../session/session-context.tsx';

/** Returns the sentence about the tax, as on the price list, the quote and the invoice; '' while it is not known. */
export function useTaxText(): string {
  const { t, i18n } = useTranslation('navigator');
  const tax = useTax();
  return tax === undefined ? '' : taxText(t, tax, (percent) => percent.toLocaleString(i18n.language));
}

/** Returns the name of a total, as the quote has it. */
export function useTotalText(): string {
  const { t } = useTranslation('navigator');
  return totalText(t, useTax()?.bp ?? 0);
}

function useTax(): Tax | undefined {
  const { db } = useSession();
  return useLiveQuery(() => keptTax(db), [db]);
}
