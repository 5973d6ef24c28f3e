import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#domain/order/data/order.ts';
import type { DeskReport } from '#domain/order/wire/order-results.ts';
import { isBlank } from '#domain/ground/text.ts';
import { withdrawReport } from '../calls/report-withdraw.ts';
import { useSession } from '../../../session/session-context.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Failure } from '../../../staff/failure.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useKeep } from './use-keep.ts';

interface WithdrawDialogProps {
  order: Pick<Order, 'id'>;
  report: Pick<DeskReport, 'id' | 'title'>;
  onClose: () => void;
}

/** Asks for the reason before a report is withdrawn. */
export function WithdrawDialog({ order, report, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  const [reason, setReason] = useState('');
  const { isBusy, problem, keep } = useKeep();
  const handleYes = async () => {
    const withdrawal = { orderId: order.id, reportId: report.id, reason };
    if (await keep(() => withdrawReport(ctx, withdrawal))) onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('results.withdrawNamed', { name: report.title })}
      description={t('results.withdrawMeans')}
      action={t('results.withdraw')}
      onAction={handleYes}
      variant="danger"
      busy={isBusy}
      disabled={isBlank(reason)}
    >
      <ReasonField
        label={t('orders.reason')}
        hint={t('results.reasonHint')}
        value={reason}
        lines={3}
        onChange={setReason}
      />
      <Failure waits problem={problem} />
    </FormDialog>
  );
}
