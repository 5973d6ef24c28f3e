import { useTranslation } from 'react-i18next';
import type { PreviewedOrder, PreviewReply } from '#domain/order/wire/rate-card.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { moneyOf } from '../../../i18n/money.ts';
import styles from '../../../staff/admin.module.css';

/** Returns the orders that a new card prices differently, those with the largest difference first. */
export function changedOrders({ items }: PreviewReply): PreviewedOrder[] {
  return items.filter((order) => difference(order) > 0).toSorted((a, b) => difference(b) - difference(a));
}

/** The amount of a change of price, in cents. */
function difference({ before, after }: PreviewedOrder): number {
  return Math.abs(after - before);
}

/** Shows open orders before and after a new card. */
export function PreviewTable({ preview }: { preview: PreviewReply }) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const orders = changedOrders(preview);
  const [first] = orders;
  const money = (cents: number) => moneyOf(i18n.language, cents, first?.currency ?? 'EUR');
  const signed = (cents: number) => (cents > 0 ? `+${money(cents)}` : money(cents));
  const before = sumOf(orders.map((order) => order.before));
  const after = sumOf(orders.map((order) => order.after));
  const said = { count: orders.length, computed: preview.items.length };
  return (
    <Card title={t('rateCard.preview.title')}>
      <output>
        {preview.total === 0 ? t('rateCard.preview.none') : t('rateCard.preview.changed', said)}
        {preview.total > preview.items.length && ` ${t('rateCard.preview.cut', { total: preview.total })}`}
      </output>
      {orders.length > 0 && (
        <table className={styles.rows}>
          <thead>
            <tr>
              <th scope="col">{t('rateCard.preview.order')}</th>
              <th scope="col">{t('rateCard.preview.before')}</th>
              <th scope="col">{t('rateCard.preview.after')}</th>
              <th scope="col">{t('rateCard.preview.difference')}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <th scope="row">
                  {order.number} <Chip tone={order.status}>{t(`navigator:status.${order.status}`)}</Chip>
                  <small>{order.owner}</small>
                </th>
                <td data-label={t('rateCard.preview.before')}>{money(order.before)}</td>
                <td data-label={t('rateCard.preview.after')}>{money(order.after)}</td>
                <td data-label={t('rateCard.preview.difference')}>{signed(order.after - order.before)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('rateCard.preview.total', { count: orders.length })}</th>
              <td data-label={t('rateCard.preview.before')}>{money(before)}</td>
              <td data-label={t('rateCard.preview.after')}>{money(after)}</td>
              <td data-label={t('rateCard.preview.difference')}>{signed(after - before)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Card>
  );
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
