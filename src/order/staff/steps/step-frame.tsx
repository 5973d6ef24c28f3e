import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Failure } from '../../../staff/failure.tsx';
import { endings, type StepDialogProps, type StepForm } from './step-form.ts';

interface StepFrameProps {
  /** Step that the dialog was opened for. */
  step: StepDialogProps;
  form: StepForm;
  /** Explanation of the step; by default the text of its event. */
  description?: string;
  /** Text of the button that takes the step; by default the step's name. */
  action?: string;
  /** `side` for forms with many fields. */
  place?: 'side';
  onYes: () => void;
  children: ReactNode;
}

/**
 * The dialog of a step of staff around its fields. The way out is "Leave it as it is": "Cancel" would be unclear beside
 * the step that cancels an order.
 */
export function StepFrame({ step, form, description, action, place, onYes, children }: StepFrameProps) {
  const { order, event, isGone, onClose } = step;
  const { t } = useTranslation(['admin', 'navigator']);
  const name = t(`orders.step.${event}`, { defaultValue: event });
  return (
    <FormDialog
      {...(place === undefined ? {} : { place })}
      onClose={onClose}
      title={t('orders.sure', { step: name, number: order.number })}
      description={description ?? t(`orders.means.${event}`, { defaultValue: '' })}
      action={action ?? name}
      onAction={onYes}
      variant={endings.has(event) ? 'danger' : 'primary'}
      busy={form.isBusy}
      disabled={form.isStale}
      cancel={t('navigator:history.back')}
    >
      {form.isStale && <ChangedMeanwhile seen={form.seen} now={order} onGoOn={isGone ? undefined : form.goOn} />}
      {children}
      <Failure waits problem={form.problem} />
    </FormDialog>
  );
}
