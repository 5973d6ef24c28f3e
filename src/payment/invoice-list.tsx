import { useTranslation } from 'react-i18next';
import type { InvoiceReply } from '#domain/payment/wire/payments.ts';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { moneyOf } from '../i18n/money.ts';
import { calendarDay } from './days.ts';
import { InvoiceDownload } from './invoice-download.tsx';
import basics from '../ui/basics.module.css';
import styles from './pay.module.css';

const tones: Record<InvoiceReply['status'], string> = { draft: 'neutral', open: 'warn', paid: 'ok', void: 'neutral' };

/** The user's invoices and credit notes, newest first. */
export function InvoiceList({ invoices }: { invoices: InvoiceReply[] }) {
  const { t, i18n } = useTranslation('payments');
  return (
    <Card title={t('invoices.title')}>
      {invoices.length === 0 ? (
        <p className={basics.note}>{t('invoices.none')}</p>
      ) : (
        <ul className={styles.invoices}>
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <strong>{invoice.number || t('invoices.waits')}</strong>
              <span className={basics.note}>{calendarDay(i18n.language, invoice.issued_on)}</span>
              <span>{moneyOf(i18n.language, invoice.amount, invoice.currency)}</span>
              <Chip tone={tones[invoice.status]}>
                {t(`invoices.${invoice.kind === 'credit_note' ? 'refund' : 'is'}.${invoice.status}`)}
              </Chip>
              {invoice.status !== 'draft' && <InvoiceDownload invoice={invoice} small />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
