import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countPrices } from '#domain/order/price/cell-counts.ts';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { moneyOf } from '../../i18n/money.ts';
import { figureOf } from '#domain/ground/number-texts.ts';
import { useEditor } from '../editor/order-editor.ts';
import basics from '../../ui/basics.module.css';
import styles from './price-levers.module.css';

/** Table of the price with 10, 20, 50 and the ordered number of cells, with a bar for the price of a cell. */
export function PriceCounts() {
  const { t, i18n } = useTranslation('navigator');
  const { doc } = useEditor();
  const card = useRateCard();
  const shown = useDeferredValue(doc);
  const rows = useMemo(() => countPrices(shown, card), [shown, card]);
  if (rows.length === 0) return null;
  const money = (cents: number) => moneyOf(i18n.language, cents, card.currency);
  const most = Math.max(...rows.map(({ perCell }) => perCell));
  return (
    <div>
      <table className={styles.counts}>
        <caption>{t('counts.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('counts.cells')}</th>
            <th scope="col">{t('counts.perCell')}</th>
            <th scope="col">{t('counts.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, isOrdered, perCell, total, isRaised }) => (
            <tr key={cells} aria-current={isOrdered || undefined}>
              <th scope="row">{`${figureOf(i18n.language, cells)}${isRaised ? '\u2009*' : ''}`}</th>
              <td>
                {money(perCell)}
                <svg aria-hidden>
                  <rect width={`${(perCell / most) * 100}%`} height="4" rx="2" />
                </svg>
              </td>
              <td>{money(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ isRaised }) => isRaised) && <p className={basics.fine}>{t('counts.raised')}</p>}
    </div>
  );
}
