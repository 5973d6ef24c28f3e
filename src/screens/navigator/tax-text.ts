import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { keptTax } from '../../db/kept-rate-card.ts';
import { useSession } from '../../session/session-context.tsx';

/** Returns the sentence about the tax, as the price list, the quote and the invoice have it; '' while it is not known. */
export function useTaxText(): string {
  const { t, i18n } = useTranslation('navigator');
  const { db } = useSession();
  const taxBp = useLiveQuery(() => keptTax(db), [db]);
  if (taxBp === undefined) return '';
  if (taxBp === 0) return t('tax.none');
  return t('tax.added', { percent: (taxBp / 100).toLocaleString(i18n.language) });
}
