import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposedWork } from '#domain/order/price/work-done.ts';
import { isBlank } from '#domain/ground/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { labelOfLine } from '../../parts/price-lines.tsx';
import { useTaxText } from '../../parts/tax-text.ts';
import { moneyOf } from '../../../i18n/money.ts';
import { StepFrame } from './step-frame.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { type StepDialogProps, useStepForm } from './step-form.ts';
import { readWork, type TypedWork, typedWork } from './typed-work.ts';
import styles from '../parts/orders.module.css';

/** Cancels an order whose price was accepted: what is billed of each line. The form begins with what is recorded as done. */
export function CancelDialog(props: StepDialogProps) {
  const { order, again } = props;
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const tax = useTaxText();
  const { t: words } = useTranslation('navigator');
  const form = useStepForm(props);
  const { seen, send } = form;
  const before = again?.entry.args;
  const [typed, setTyped] = useState<TypedWork>(() =>
    typedWork(order.quote ?? { lines: [] }, before?.workDone ?? proposedWork(order), i18n.language),
  );
  const [reason, setReason] = useState(before?.reason ?? '');
  const [note, setNote] = useState(before?.note ?? '');
  const { quote } = seen;
  if (quote === null) return null;
  const { work, problems, total } = readWork(quote, typed);
  const money = (cents: number) => moneyOf(i18n.language, cents, quote.currency);
  const handleYes = () => {
    if (Object.keys(problems).length > 0) return;
    void send({
      workDone: work,
      ...(isBlank(reason) ? {} : { reason }),
      ...(isBlank(note) ? {} : { note }),
    });
  };
  return (
    <StepFrame
      step={props}
      form={form}
      place="side"
      description={t('orders.work.means')}
      action={t('orders.work.cancelFor', { total: money(total) })}
      onYes={handleYes}
    >
      <fieldset>
        <legend>{t('orders.work.title')}</legend>
        <div className={styles.form}>
          {quote.lines.map((line) => {
            const wrong = problems[line.code];
            return (
              <Field
                key={line.code}
                kind="decimal"
                label={labelOfLine(line, words, i18n.language)}
                unit={quote.currency}
                hint={t('orders.work.of', { amount: money(line.amount) })}
                value={typed[line.code] ?? ''}
                error={wrong === undefined ? undefined : t(`orders.work.problem.${wrong}`)}
                onChange={(text) => setTyped({ ...typed, [line.code]: text })}
              />
            );
          })}
        </div>
      </fieldset>
      <p className={styles.total}>
        <span>{t('orders.work.total')}</span>
        <output>{t('orders.work.sum', { total: money(total), agreed: money(quote.total) })}</output>
      </p>
      <p>{tax}</p>
      <ReasonField
        label={t('orders.reasonOptional')}
        hint={t('orders.reasonHint')}
        value={reason}
        lines={2}
        onChange={setReason}
      />
      <NoteField note={note} onChange={setNote} />
    </StepFrame>
  );
}
