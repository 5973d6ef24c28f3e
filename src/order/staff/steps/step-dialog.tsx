import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsReason } from '#domain/order/life/status.ts';
import { isBlank } from '#domain/ground/text.ts';
import { DocumentButton } from '../../sheet/order-documents.tsx';
import { useTaxText } from '../../parts/tax-text.ts';
import { moneyOf } from '../../../i18n/money.ts';
import { NoteField } from '../parts/note-field.tsx';
import { type StepDialogProps, useStepForm, writtenWith } from './step-form.ts';
import { StepFrame } from './step-frame.tsx';
import { StepReason } from './step-reason.tsx';

/** Asks before a step: a reason, which the customer sees, and a note, which only staff see. */
export function StepDialog(props: StepDialogProps) {
  const { order, event, again } = props;
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const tax = useTaxText();
  const form = useStepForm(props);
  const { seen, send } = form;
  const [reason, setReason] = useState(again?.entry.args.reason ?? '');
  const [note, setNote] = useState(again?.entry.args.note ?? '');
  const [isTried, setTried] = useState(false);
  const isWanted = needsReason(seen.status, event);
  const handleYes = () => {
    setTried(true);
    if (isWanted && isBlank(reason)) return;
    void send(writtenWith(reason, note));
  };
  return (
    <StepFrame step={props} form={form} onYes={handleYes}>
      {event === 'INVOICE_PAID' && order.quote !== null && (
        <>
          <p>
            {t('orders.invoiceOver', {
              total: moneyOf(i18n.language, order.quote.total, order.quote.currency),
              tax,
            })}
          </p>
          <DocumentButton order={order} document="invoice" />
        </>
      )}
      <StepReason reason={reason} lines={3} isWanted={isWanted} isTried={isTried} onChange={setReason} />
      <NoteField note={note} onChange={setNote} />
    </StepFrame>
  );
}
