import { useTranslation } from 'react-i18next';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { countShippableCells } from '#domain/order/data/cells.ts';
import { packingList } from '#domain/order/life/packing.ts';
import { receivedAt } from '#domain/order/life/goods-received.ts';
import { carrierSays } from '#domain/order/life/shipment.ts';
import type { OrderView } from '../views/view-types.ts';
import { dateOf } from '../../i18n/times.ts';
import { PackingDone } from './packing-list.tsx';
import { Tracking } from './tracking.tsx';
import styles from './goods.module.css';

/** Shows how an order was shipped, and when it counts as received. */
export function ShipmentCard({ order, shipping }: { order: OrderView; shipping: OrderHistoryEntry }) {
  const { t, i18n } = useTranslation('navigator');
  const { shipment, at } = shipping;
  const said = carrierSays(order);
  const counts = order.status === 'shipped' ? receivedAt(order) : undefined;
  const from = said?.state === 'delivered' ? 'countsDelivered' : 'counts';
  return (
    <section>
      <h3>{t('shipment.title')}</h3>
      <div className={styles.card}>
        <p>{t('shipment.shipped', { date: dateOf(i18n.language, at) })}</p>
        {shipment !== undefined && (
          <>
            <Tracking {...shipment} />
            <p className={styles.note}>
              {[
                t(`parcel.modes.${shipment.mode}`),
                ...shipment.flags.map((flag) => t(`shipment.flags.${flag}`)),
                ...(shipment.soc === null ? [] : [t('shipment.charged', { soc: shipment.soc })]),
              ].join(' · ')}
            </p>
            <PackingDone
              items={packingList(order.doc, { ...shipment, goods: 'cells', count: countShippableCells(order) })}
              ticks={shipment.ticks}
            />
          </>
        )}
        {said !== undefined && <p>{t(`shipment.says.${said.state}`, { date: dateOf(i18n.language, said.at) })}</p>}
        {counts !== undefined && (
          <p>{t(`shipment.${from}`, { date: dateOf(i18n.language, counts), days: orderLimits.receiptDays })}</p>
        )}
      </div>
    </section>
  );
}
