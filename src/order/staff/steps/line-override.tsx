import { useTranslation } from 'react-i18next';
import type { QuoteLine } from '#domain/order/data/order.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { labelOfLine } from '../../parts/price-lines.tsx';
import { moneyOf } from '../../../i18n/money.ts';
import { textOfFigure } from '../rate-card/figure-text.ts';
import type { TypedOverride } from './price-review.ts';
import styles from '../parts/orders.module.css';

interface LineOverrideProps {
  line: QuoteLine;
  currency: string;
  /** undefined while the line keeps its computed amount. */
  typed: TypedOverride | undefined;
  problemAt: (field: 'amount' | 'reason') => string | undefined;
  onType: (typed: TypedOverride | undefined) => void;
}

/** A line of a price, with fields for another amount and its reason. */
export function LineOverride({ line, currency, typed, problemAt, onType }: LineOverrideProps) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const { t: words } = useTranslation('navigator');
  const label = labelOfLine(line, words, i18n.language);
  const computed = moneyOf(i18n.language, line.amount, currency);
  const start = { amount: textOfFigure(i18n.language, 'amount', line.amount), reason: '' };
  return (
    <li>
      <span>{label}</span>
      <span className={styles.figures}>
        {typed === undefined ? computed : <s>{computed}</s>}{' '}
        <Button
          small
          variant="ghost"
          aria-label={t(typed === undefined ? 'orders.changeLine' : 'orders.keepLine', { name: label })}
          onClick={() => onType(typed === undefined ? start : undefined)}
        >
          {t(typed === undefined ? 'orders.change' : 'orders.keep')}
        </Button>
      </span>
      {typed !== undefined && (
        <div className={styles.override}>
          <Field
            kind="decimal"
            label={t('orders.amount')}
            unit={currency}
            value={typed.amount}
            error={problemAt('amount')}
            onChange={(amount) => onType({ ...typed, amount })}
          />
          <Field
            label={t('orders.reason')}
            value={typed.reason}
            error={problemAt('reason')}
            onChange={(reason) => onType({ ...typed, reason })}
          />
        </div>
      )}
    </li>
  );
}
