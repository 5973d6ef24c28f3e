import { useTranslation } from 'react-i18next';
import type { Quote } from '#domain/order/data/order.ts';
import { changedLines } from '#domain/order/price/price-difference.ts';
import { moneyOf } from '../../i18n/money.ts';
import { labelOfLine } from './price-lines.tsx';
import { useTotalText } from './tax-text.ts';
import styles from './price-difference.module.css';

/** Shows how the price that the user saw differs from the present one: each line that differs, and why. */
export function PriceDifference({ seen, now }: { seen: Quote; now: Quote }) {
  const { t, i18n } = useTranslation('navigator');
  const totalName = useTotalText();
  const money = (cents: number) => moneyOf(i18n.language, cents, now.currency);
  const signed = (cents: number) => (cents > 0 ? `+${money(cents)}` : money(cents));
  const rows = changedLines(seen, now);
  const isOtherCard = seen.rateCardVersion !== now.rateCardVersion;
  return (
    <>
      {isOtherCard && <p>{t('refused.cards', { from: seen.rateCardVersion, to: now.rateCardVersion })}</p>}
      <table className={styles.difference}>
        <caption>{t('refused.totals', { mine: money(seen.total), theirs: money(now.total) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('price.line')}</th>
            <th scope="col">{t('refused.saw')}</th>
            <th scope="col">{t('refused.now')}</th>
            <th scope="col">{t('refused.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, line, before, after, why }) => (
            <tr key={code}>
              <th scope="row">
                {labelOfLine(line, t, i18n.language)}
                <small>{t(`refused.why.${why}`)}</small>
              </th>
              <td>{money(before)}</td>
              <td>{money(after)}</td>
              <td>{signed(after - before)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{totalName}</th>
            <td>{money(seen.total)}</td>
            <td>{money(now.total)}</td>
            <td>{signed(now.total - seen.total)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
