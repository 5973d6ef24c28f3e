import { useTranslation } from 'react-i18next';
import type { PlanReply, SubscriptionReply } from '#domain/payment/wire/payments.ts';
import { moneyOf } from '../i18n/money.ts';
import { calendarDay } from './days.ts';
import { SureDialog } from './sure-dialog.tsx';
import { call } from '../net/call.ts';

interface KeepDialogProps {
  open: boolean;
  subscription: SubscriptionReply;
  onClose: () => void;
  onDone: () => void;
}

/** Explains the effects of resuming a canceled plan, then resumes it. */
export function KeepDialog({ subscription, ...props }: KeepDialogProps) {
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
