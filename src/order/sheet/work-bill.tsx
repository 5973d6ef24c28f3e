import { useTranslation } from 'react-i18next';
import type { OrderView } from '../views/view-types.ts';
import { moneyOf } from '../../i18n/money.ts';

/** What an order costs that ended after its price was accepted; renders nothing for others. */
export function WorkBilled({ order: { history, quote } }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const bill = history.findLast((entry) => entry.bill !== undefined)?.bill;
  if (bill === undefined || quote === null) return null;
  const money = (cents: number) => moneyOf(i18n.language, cents, bill.currency);
  return (
    <p>
      <strong>{t('bill.work', { total: money(bill.total), agreed: money(quote.total) })}</strong>{' '}
      {bill.settlement !== 'none' && t(`bill.${bill.settlement}`)}
    </p>
  );
}
