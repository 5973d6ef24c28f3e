import { useTranslation } from 'react-i18next';
import type { Quote } from '#domain/order/order.ts';
import { figureOf, moneyOf } from '../words/money.ts';
import { interpolationOf } from './interpolation.ts';
import styles from './price-lines.module.css';

/** Table with the lines and the total of a price. */
export function PriceLines({ quote }: { quote: Quote }) {
  const { t, i18n } = useTranslation('navigator');
  const money = (cents: number) => moneyOf(i18n.language, cents, quote.currency);
  return (
    <table className={styles.lines}>
      <caption className={styles.hidden}>{t('price.lines')}</caption>
      <thead className={styles.hidden}>
        <tr>
          <th scope="col">{t('price.line')}</th>
          <th scope="col">{t('price.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {quote.lines.map((line) => (
          <tr key={line.code}>
            <th scope="row">
              {line.text === undefined
                ? line.label
                : t(`line.${line.text.key}`, { defaultValue: line.label, ...interpolationOf(line.text.values) })}
              {line.qty !== 1 && <small>{`${figureOf(i18n.language, line.qty)} × ${money(line.unitPrice)}`}</small>}
            </th>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('price.total')}</th>
          <td>{money(quote.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
