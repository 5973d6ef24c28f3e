import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Quote, QuoteLine } from '#domain/order/data/order.ts';
import { moneyOf } from '../../i18n/money.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { interpolationOf } from './interpolation.ts';
import { useTotalText } from './tax-text.ts';
import { hiddenClass } from '../../ui/visually-hidden.tsx';
import styles from './price-lines.module.css';

/** Table with the lines and the total of a price. */
export function PriceLines({ quote }: { quote: Quote }) {
  const { t, i18n } = useTranslation('navigator');
  const totalName = useTotalText();
  const money = (cents: number) => moneyOf(i18n.language, cents, quote.currency);
  return (
    <table className={styles.lines}>
      <caption className={hiddenClass}>{t('price.lines')}</caption>
      <thead className={hiddenClass}>
        <tr>
          <th scope="col">{t('price.line')}</th>
          <th scope="col">{t('price.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {quote.lines.map((line) => (
          <tr key={line.code}>
            <th scope="row">
              {labelOfLine(line, t, i18n.language)}
              {line.qty !== 1 && (
                <small>
                  {figureOf(i18n.language, line.qty)} × {money(line.unitPrice)}
                </small>
              )}
              {line.override !== undefined && (
                <small>
                  {t('price.changed', { amount: money(line.override.computed), reason: line.override.reason })}
                </small>
              )}
            </th>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{totalName}</th>
          <td>{money(quote.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Returns what a line of a price is for, in the reader's language; older quotes have it in English only. */
export function labelOfLine({ text, label }: QuoteLine, t: TFunction<'navigator'>, language: string): string {
  if (text === undefined) return label;
  return t(`line.${text.key}`, { defaultValue: label, ...interpolationOf(text.values, language) });
}
