import { useTranslation } from 'react-i18next';
import type { CancelBody } from '#domain/payment/wire/payments.ts';
import { SureDialog } from './sure-dialog.tsx';
import { call } from '../net/call.ts';

interface CancelDialogProps {
  open: boolean;
  /** The active plan or the unpaid order; the other one stays. */
  what: NonNullable<CancelBody['what']>;
  title: string;
  text: string;
  /** Label of the confirming button. */
  sure: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation, then cancels the active plan or the unpaid order. */
export function CancelDialog({ what, ...props }: CancelDialogProps) {
  const { t } = useTranslation('payments');
  return (
    <SureDialog
      {...props}
      variant="danger"
      back={t('cancelDialog.keep')}
      done={t('cancelDialog.done')}
      failed={t('cancelDialog.failed')}
      act={(api, key) => call(api, 'POST /subscriptions/cancel_subscription', { body: { what }, key })}
    />
  );
}
