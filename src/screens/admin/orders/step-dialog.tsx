import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsReason } from '#domain/order/status.ts';
import { isBlank } from '#domain/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { NoteField } from './note-field.tsx';
import { endings, type StepDialogProps, useStepForm } from './step-form.ts';
import { Failure } from './failure.tsx';
import { ReasonField } from './reason-field.tsx';
import styles from './orders.module.css';

/** Asks before a step: a reason, which the customer sees, and a note, which only staff see. */
export function StepDialog(props: StepDialogProps) {
  const { order, event, isGone, again, onClose } = props;
  const { t } = useTranslation(['admin', 'navigator']);
  const { seen, isStale, goOn, isBusy, problem, send } = useStepForm(props);
  const [reason, setReason] = useState(again?.entry.args.reason ?? '');
  const [note, setNote] = useState(again?.entry.args.note ?? '');
  const [isTried, setTried] = useState(false);
  const isWanted = needsReason(seen.status, event);
  const handleYes = () => {
    setTried(true);
    if (isWanted && isBlank(reason)) return;
    void send({ ...(isBlank(reason) ? {} : { reason }), ...(isBlank(note) ? {} : { note }) });
  };
  const label = t(`orders.step.${event}`, { defaultValue: event });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('orders.sure', { step: label, number: order.number })}
      closeLabel={t('common:action.close')}
      description={t(`orders.means.${event}`, { defaultValue: '' })}
      footer={
        <>
          <Button onClick={onClose}>{t('navigator:history.back')}</Button>
          <Button
            variant={endings.has(event) ? 'danger' : 'primary'}
            busy={isBusy}
            disabled={isStale}
            onClick={handleYes}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {isStale && <ChangedMeanwhile seen={seen} now={order} onGoOn={isGone ? undefined : goOn} />}
        <ReasonField
          label={isWanted ? t('orders.reason') : t('orders.reasonOptional')}
          hint={t('orders.reasonHint')}
          value={reason}
          lines={3}
          error={isTried && isWanted && isBlank(reason) ? t('orders.reasonMissing') : undefined}
          onChange={setReason}
        />
        <NoteField note={note} onChange={setNote} />
        <Failure waits problem={problem} />
      </div>
    </Dialog>
  );
}
