import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CurrentReply, SubscriptionReply } from '#domain/payment/wire/payments.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { moneyOf } from '../i18n/money.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { calendarDay } from './days.ts';
import { InvoiceDownload } from './invoice-download.tsx';
import styles from './pay.module.css';

interface PendingPlanProps {
  current: CurrentReply;
  pending: SubscriptionReply;
  onChanged: () => void;
}

/** An unpaid order: what to do, and how to cancel it. */
export function PendingPlan({ current, pending, onChanged }: PendingPlanProps) {
  const { t, i18n } = useTranslation('payments');
  const [isGivingUp, setGivingUp] = useState(false);
  const invoice = current.invoices.find(
    (each) => each.subscription_id === pending.id && ['open', 'draft'].includes(each.status),
  );
  return (
    <Card
      title={t('pending.title', { plan: t(`plan.${pending.plan.name}.name`) })}
      aside={<Chip tone="warn">{t('status.pending')}</Chip>}
      footer={
        <div className={styles.actions}>
          {pending.payment === 'card' ? (
            <Link to={`/pay?plan=${pending.plan.name}`} className={buttonClass} data-variant="primary">
              {t('pending.goOn')}
            </Link>
          ) : (
            invoice?.status === 'open' && <InvoiceDownload invoice={invoice} />
          )}
          <Button variant="ghost" onClick={() => setGivingUp(true)}>
            {t('pending.giveUp')}
          </Button>
        </div>
      }
    >
      <p>
        {invoice === undefined
          ? t('pending.card')
          : invoice.status === 'draft'
            ? t('pending.waits')
            : t('pending.invoice', {
                number: invoice.number,
                amount: moneyOf(i18n.language, invoice.amount, invoice.currency),
                due: calendarDay(i18n.language, invoice.due_on),
              })}
      </p>
      <CancelDialog
        open={isGivingUp}
        what="pending"
        title={t('cancelDialog.pendingTitle')}
        text={t('cancelDialog.pendingText')}
        sure={t('cancelDialog.pendingSure')}
        onClose={() => setGivingUp(false)}
        onDone={onChanged}
      />
    </Card>
  );
}
