import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SubscriptionReply, PlanReply } from '#domain/payment/wire/payments.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { moneyOf } from '../i18n/money.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { calendarDay } from './days.ts';
import { SureDialog } from './sure-dialog.tsx';
import { call } from '../net/call.ts';
import styles from './pay.module.css';

interface CurrentPlanProps {
  subscription: SubscriptionReply;
  /** False for a plan of the user's company, which they may not change either. */
  mayCancel: boolean;
  onChanged: () => void;
}

const tones: Record<SubscriptionReply['status'], string> = {
  pending: 'warn',
  trailing: 'info',
  active: 'ok',
  past_due: 'danger',
  cancelled: 'neutral',
};

/** The active plan: price, end of the paid time, and actions to change or cancel it. */
export function CurrentPlan({ subscription, mayCancel, onChanged }: CurrentPlanProps) {
  const { t, i18n } = useTranslation('payments');
  const [asking, setAsking] = useState<'cancel' | 'keep' | null>(null);
  const { plan, status, cancel_at_period_end: ends, current_period_end: until } = subscription;
  const mayKeep = ends && status === 'active';
  const name = t(`plan.${plan.name}.name`);
  const date = calendarDay(i18n.language, until);
  return (
    <Card
      title={t('current.title')}
      aside={<Chip tone={tones[status]}>{t(`status.${status}`)}</Chip>}
      footer={
        mayCancel && (
          <div className={styles.actions}>
            {mayKeep && (
              <Button variant="primary" onClick={() => setAsking('keep')}>
                {t('current.resume')}
              </Button>
            )}
            <Link
              to={`/pay?plan=${plan.name}`}
              className={buttonClass}
              data-variant={mayKeep ? 'secondary' : 'primary'}
            >
              {t(status === 'trailing' ? 'current.subscribe' : 'current.change')}
            </Link>
            {!ends && (
              <Button variant="ghost" onClick={() => setAsking('cancel')}>
                {t('current.cancel')}
              </Button>
            )}
          </div>
        )
      }
    >
      <p className={styles.planName}>{name}</p>
      <Facts subscription={subscription} date={date} />
      {ends && <Banner tone="warn">{t('current.cancelled', { date })}</Banner>}
      {status === 'past_due' && <Banner tone="danger">{t('current.overdue')}</Banner>}
      <CancelDialog
        open={asking === 'cancel'}
        what="running"
        title={t('cancelDialog.title')}
        text={until === null ? t('cancelDialog.now') : t('cancelDialog.text', { plan: name, date })}
        sure={t('cancelDialog.sure')}
        onClose={() => setAsking(null)}
        onDone={onChanged}
      />
      <KeepDialog
        open={asking === 'keep'}
        subscription={subscription}
        onClose={() => setAsking(null)}
        onDone={onChanged}
      />
    </Card>
  );
}

function Facts({ subscription, date }: { subscription: SubscriptionReply; date: string }) {
  const { t, i18n } = useTranslation('payments');
  const { status, price, total, currency, payment, licenses, cancel_at_period_end: ends } = subscription;
  const money = (amount: number) => moneyOf(i18n.language, amount, currency);
  const key = price === total ? 'current.priceNoTax' : 'current.priceText';
  const end = status === 'trailing' ? 'trialEnds' : status === 'past_due' ? 'was' : ends ? 'ends' : 'paidUntil';
  return (
    <dl className={styles.facts}>
      <Fact name={t('current.price')}>{t(key, { price: money(price), total: money(total) })}</Fact>
      <Fact name={t('current.people')}>{licenses}</Fact>
      <Fact name={t('current.payment')}>{t(payment === 'card' ? 'current.byCard' : 'current.byInvoice')}</Fact>
      <Fact name={t(`current.${end}`)}>{date === '' ? t('current.open') : date}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface KeepDialogProps {
  open: boolean;
  subscription: SubscriptionReply;
  onClose: () => void;
  onDone: () => void;
}

/** Explains the effects of resuming a canceled plan, then resumes it. */
function KeepDialog({ subscription, ...props }: KeepDialogProps) {
  const { t, i18n } = useTranslation('payments');
  const { plan, total, currency, payment, current_period_end: until } = subscription;
  return (
    <SureDialog
      {...props}
      title={t('keepDialog.title')}
      text={t(`keepDialog.${payment}`, {
        plan: t(`plan.${plan.name}.name`),
        date: calendarDay(i18n.language, until),
        total: moneyOf(i18n.language, total, currency),
      })}
      sure={t('keepDialog.sure')}
      back={t('keepDialog.back')}
      variant="primary"
      done={t('keepDialog.done')}
      failed={t('keepDialog.failed')}
      // Ordering a canceled but active plan again resumes it.
      act={(api, key) =>
        call(api, 'POST /subscriptions/subscribe_v2', { body: { plan: plan.name as PlanReply['id'] }, key })
      }
    />
  );
}
