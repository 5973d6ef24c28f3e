import { useTranslation } from 'react-i18next';
import type { OrderView } from '../views/view-types.ts';
import { useReply } from '../../shell/remote/remote.ts';
import { moneyOf } from '../../i18n/money.ts';
import { DocumentButton } from './order-documents.tsx';
import { useTaxText } from '../parts/tax-text.ts';
import styles from './order-details.module.css';

/** Shows the payment that an order needs to go on, with the invoice; renders nothing at other statuses. */
export function PaymentDue({ order }: { order: OrderView }) {
  const { status, quote } = order;
  return status === 'awaiting_payment' && quote !== null ? <Due order={order} quote={quote} /> : null;
}

function Due({ order, quote }: { order: OrderView; quote: NonNullable<OrderView['quote']> }) {
  const { t, i18n } = useTranslation('navigator');
  const tax = useTaxText();
  // Only the server knows the invoice; without a network, or for a colleague, the sentence without it is shown.
  const { value } = useReply('GET /subscriptions/current');
  const money = (cents: number) => moneyOf(i18n.language, cents, quote.currency);
  const invoice = value?.invoices.find((each) => each.order_id === order.id && each.status !== 'void');
  const total = money(invoice?.amount ?? quote.total);
  if (invoice?.status === 'draft')
    return <p className={styles.due}>{t('due.waits', { total: money(quote.total), tax })}</p>;
  return (
    <section className={styles.due}>
      <p>
        {invoice === undefined
          ? t('due.text', { total, tax })
          : t('due.invoice', { total, number: invoice.number, date: invoice.due_on })}
      </p>
      <div className={styles.onScreen}>
        <DocumentButton order={order} document="invoice" />
      </div>
    </section>
  );
}
