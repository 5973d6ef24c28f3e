import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskReport } from '#domain/protocol/order-results.ts';
import { isBlank } from '#domain/text.ts';
import { withdrawReport } from '../../../net/order-results.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOnline } from '../../../ui/online.ts';
import { Failure } from '../orders/failure.tsx';
import { useWrite } from '../orders/use-write.ts';
import { ReasonField } from '../orders/reason-field.tsx';
import styles from '../orders/orders.module.css';
import type { ResultsProps } from './results-props.ts';

interface WithdrawDialogProps extends ResultsProps {
  report: Pick<DeskReport, 'id' | 'title'>;
  onClose: () => void;
}

/** Asks for the reason before a report is withdrawn. */
export function WithdrawDialog({ order, report, onChanged, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const [reason, setReason] = useState('');
  const { isBusy, problem, run } = useWrite();
  const handleYes = async () => {
    const what = { orderId: order.id, reportId: report.id, reason };
    if (!(await run(what, (key) => withdrawReport(api, what, key)))) return;
    onClose();
    onChanged();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('results.withdrawNamed', { name: report.title, interpolation: { escapeValue: false } })}
      closeLabel={t('common:action.close')}
      description={t('results.withdrawMeans')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="danger"
            busy={isBusy}
            disabled={!isOnline || isBlank(reason)}
            onClick={() => void handleYes()}
          >
            {t('results.withdraw')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ReasonField
          label={t('orders.reason')}
          hint={t('results.reasonHint')}
          value={reason}
          lines={3}
          onChange={setReason}
        />
        <Failure problem={problem} />
      </div>
    </Dialog>
  );
}
