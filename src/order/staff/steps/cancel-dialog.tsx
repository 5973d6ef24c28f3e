import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuoteLine } from '#domain/order/data/order.ts';
import { proposedWork } from '#domain/order/price/work-done.ts';
import { Field } from '../../../ui/form/field.tsx';
import { labelOfLine } from '../../parts/price-lines.tsx';
import { useTaxText } from '../../parts/tax-text.ts';
import { moneyOf } from '../../../i18n/money.ts';
import { StepFrame } from './step-frame.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { type StepDialogProps, useStepForm, writtenWith } from './step-form.ts';
import { StepReason } from './step-reason.tsx';
import { readWork, type TypedWork, typedWork, type WorkProblem } from './typed-work.ts';
import styles from '../parts/orders.module.css';

/** Cancels an order whose price was accepted: the amount billed of each line starts with what is recorded as done. */
export function CancelDialog(props: StepDialogProps) {
  const { order, again } = props;
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const tax = useTaxText();
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
    void send({ workDone: work, ...writtenWith(reason, note) });
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
          {quote.lines.map((line) => (
            <WorkField
              key={line.code}
              line={line}
              currency={quote.currency}
              text={typed[line.code] ?? ''}
              problem={problems[line.code]}
              onType={(text) => setTyped({ ...typed, [line.code]: text })}
            />
          ))}
        </div>
      </fieldset>
      <p className={styles.total}>
        <span>{t('orders.work.total')}</span>
        <output>{t('orders.work.sum', { total: money(total), agreed: money(quote.total) })}</output>
      </p>
      <p>{tax}</p>
      <StepReason reason={reason} lines={2} onChange={setReason} />
      <NoteField note={note} onChange={setNote} />
    </StepFrame>
  );
}

interface WorkFieldProps {
  line: QuoteLine;
  currency: string;
  text: string;
  problem: WorkProblem | undefined;
  onType: (text: string) => void;
}

/** Field for the amount of a line that is billed. */
function WorkField({ line, currency, text, problem, onType }: WorkFieldProps) {
  const { t, i18n } = useTranslation('admin');
  const { t: words } = useTranslation('navigator');
  return (
    <Field
      kind="decimal"
      label={labelOfLine(line, words, i18n.language)}
      unit={currency}
      hint={t('orders.work.of', { amount: moneyOf(i18n.language, line.amount, currency) })}
      value={text}
      error={problem === undefined ? undefined : t(`orders.work.problem.${problem}`)}
      onChange={onType}
    />
  );
}
