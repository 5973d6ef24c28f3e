import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../db/view-types.ts';
import { moneyOf } from '../words/money.ts';
import { DocumentButton } from './order-documents.tsx';
import styles from './order-details.module.css';

/** What its customer has to pay for an order to go on, with the invoice; renders nothing at other statuses. */
export function PaymentDue({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const { quote, status } = order;
  if (status !== 'awaiting_payment' || quote === null) return null;
  return (
    <section className={styles.due}>
      <p>{t('due.text', { total: moneyOf(i18n.language, quote.total, quote.currency) })}</p>
      <div className={styles.onScreen}>
        <DocumentButton order={order} document="invoice" />
      </div>
    </section>
  );
}
