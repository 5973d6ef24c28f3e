import { useTranslation } from 'react-i18next';
import { priceOf } from '#domain/order/price/price-refusal.ts';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { moneyOf } from '../../i18n/money.ts';
import { textOfCheck } from './check-text.ts';
import type { OrderView } from '../views/view-types.ts';

/** Returns a function that gives the total of an order, or what keeps it from having a price. */
export function usePriceText(): (order: Pick<OrderView, 'status' | 'doc' | 'quote'>) => string {
  const { t, i18n } = useTranslation('navigator');
  const card = useRateCard();
  return (order) => {
    const { quote, refusal } = priceOf(order, card);
    if (quote !== undefined) return moneyOf(i18n.language, quote.total, quote.currency);
    const reason = textOfCheck(refusal, t, i18n.language);
    return t('price.refused', { reason });
  };
}
