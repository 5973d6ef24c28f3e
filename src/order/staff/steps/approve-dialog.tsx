import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { day } from '#domain/ground/calendar-day.ts';
import type { Quote } from '#domain/order/data/order.ts';
import { isoDayOf } from '#domain/order/plan/calendar.ts';
import { DAY } from '#domain/ground/units.ts';
import { useSellerZone } from '../../rate-card/seller-zone.ts';
import { Field } from '../../../ui/form/field.tsx';
import { useNow } from '../../../ui/now.ts';
import { useTotalText } from '../../parts/tax-text.ts';
import { moneyOf } from '../../../i18n/money.ts';
import { LineOverride } from './line-override.tsx';
import { readReview, typedAgain, type TypedReview } from './price-review.ts';
import { NoteField } from '../parts/note-field.tsx';
import { type StepDialogProps, useStepForm, writtenWith } from './step-form.ts';
import { StepFrame } from './step-frame.tsx';
import styles from '../parts/orders.module.css';
import { quoteDays } from '#domain/order/price/review.ts';

/** Approves a reviewed order: the price, line by line, until when it is binding, and a note for staff. */
export function ApproveDialog(props: StepDialogProps) {
  const { again } = props;
  const { t, i18n } = useTranslation('admin');
  const form = useStepForm(props);
  const { seen, send } = form;
  const totalName = useTotalText();
  const timeZone = useSellerZone();
  const [overrides, setOverrides] = useState(() => typedAgain(again?.entry.args.overrides ?? [], i18n.language));
  const [typedDay, setTypedDay] = useState<string>();
  const [note, setNote] = useState(again?.entry.args.note ?? '');
  const [isTried, setTried] = useState(false);
  const now = useNow();
  const { quote } = seen;
  if (quote === null) return null;
  const lastDay = typedDay ?? dayIn(quoteDays, now, timeZone);
  const at = new Date(now).toISOString();
  const { review, problems, total } = readReview(quote, { overrides, lastDay }, { at, timeZone });
  const money = (cents: number) => moneyOf(i18n.language, cents, quote.currency);
  // A missing value is named after the first try to approve; a value that cannot be read, at once.
  const problemAt = (key: string) => {
    const code = problems[key];
    const isEarly = !isTried && (code === 'REQUIRED' || code === 'EMPTY');
    return code === undefined || isEarly ? undefined : t(`orders.problem.${code}`);
  };
  const handleYes = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    void send({ overrides: review.overrides, validUntil: review.validUntil, ...writtenWith('', note) });
  };
  return (
    <StepFrame
      step={props}
      form={form}
      place="side"
      action={t('orders.approveFor', { total: money(total) })}
      onYes={handleYes}
    >
      <Lines quote={quote} overrides={overrides} problemAt={problemAt} onChange={setOverrides} />
      <p className={styles.total}>
        <span>{totalName}</span>
        <output>{money(total)}</output>
      </p>
      {problemAt('total') !== undefined && <p role="alert">{problemAt('total')}</p>}
      <Field
        kind="date"
        label={t('orders.validUntil')}
        hint={t('orders.validUntilHint', { zone: timeZone })}
        value={lastDay}
        error={problemAt('lastDay')}
        onChange={setTypedDay}
      />
      <NoteField note={note} onChange={setNote} />
    </StepFrame>
  );
}

type Overrides = TypedReview['overrides'];

interface LinesProps {
  quote: Quote;
  overrides: Overrides;
  problemAt: (key: string) => string | undefined;
  onChange: (overrides: Overrides) => void;
}

/** The lines of the price, each with another amount where one was typed. */
function Lines({ quote, overrides, problemAt, onChange }: LinesProps) {
  const { t } = useTranslation('admin');
  return (
    <ul className={styles.lines} aria-label={t('orders.lines')}>
      {quote.lines.map((line) => (
        <LineOverride
          key={line.code}
          line={line}
          currency={quote.currency}
          typed={overrides[line.code]}
          problemAt={(field) => problemAt(`${field}/${line.code}`)}
          onType={(next) => {
            const { [line.code]: _, ...others } = overrides;
            onChange(next === undefined ? others : { ...others, [line.code]: next });
          }}
        />
      ))}
    </ul>
  );
}

/** Returns the day in so many days, such as `2026-12-31`, in a time zone. */
function dayIn(days: number, now: number, timeZone: string): string {
  return isoDayOf(Date.parse(day(new Date(now), timeZone)) / DAY + days);
}
