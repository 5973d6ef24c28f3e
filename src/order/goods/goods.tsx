import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowedParcelSteps, type Parcel, parcelsOf } from '#domain/order/life/parcels.ts';
import { shippingOf, carrierSays } from '#domain/order/life/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView } from '../views/view-types.ts';
import { AnnounceForm } from './announce-form.tsx';
import { ParcelCard } from './parcel-card.tsx';
import { useParcelChange } from './use-parcel-change.ts';
import basics from '../../ui/basics.module.css';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cellsLeft } from '#domain/order/data/cells.ts';
import { packingList } from '#domain/order/life/packing.ts';
import { receivedAt } from '#domain/order/life/goods-received.ts';
import { dateOf } from '../../i18n/times.ts';
import { PackingDone } from './packing-list.tsx';
import { Tracking } from './tracking.tsx';
import styles from './goods.module.css';

/** The goods of an order: the shipment to its customer, and the parcels that the customer sends. */
export function Goods({ order }: { order: OrderView }) {
  const shipping = shippingOf(order);
  return (
    <>
      {shipping !== undefined && <ShipmentCard order={order} shipping={shipping} />}
      <Parcels order={order} />
    </>
  );
}

function Parcels({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { me } = useSession();
  const [typed, setTyped] = useState<Parcel | 'new'>();
  const heading = useRef<HTMLHeadingElement>(null);
  const change = useParcelChange(order.id);
  const parcels = parcelsOf(order);
  const isMine = order.ownerId === me.id;
  const mayAnnounce = isMine && allowedParcelSteps(order.status, undefined, 'customer').length > 0;
  if (parcels.length === 0 && !mayAnnounce) return null;
  const handleDone = () => {
    // The form is much longer than what replaces it, so the page would show something else.
    heading.current?.focus();
    setTyped(undefined);
  };
  const mayDo = (parcel: Parcel) => (isMine ? allowedParcelSteps(order.status, parcel, 'customer') : []);
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t('parcel.title')}
      </h3>
      <div className={basics.stack}>
        {parcels.length === 0 && <p className={styles.note}>{t('parcel.none')}</p>}
        {parcels.map((parcel) => (
          <ParcelCard key={parcel.id} order={order} parcel={parcel}>
            {mayDo(parcel).includes('announced') && (
              <Button small onClick={() => setTyped(parcel)}>
                {t('parcel.correct')}
              </Button>
            )}
            {mayDo(parcel).includes('withdrawn') && (
              <Button small variant="ghost" onClick={() => void change({ parcelId: parcel.id, step: 'withdrawn' })}>
                {t('parcel.withdraw')}
              </Button>
            )}
          </ParcelCard>
        ))}
        {typed !== undefined && (
          <AnnounceForm
            key={typed === 'new' ? 'new' : typed.id}
            order={order}
            parcel={typed === 'new' ? undefined : typed}
            onDone={handleDone}
          />
        )}
        {mayAnnounce && typed === undefined && (
          <div>
            <Button variant={parcels.length === 0 ? 'primary' : 'secondary'} onClick={() => setTyped('new')}>
              {t(parcels.length === 0 ? 'parcel.announce' : 'parcel.another')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** How an order was shipped, and when it counts as received. */
function ShipmentCard({ order, shipping }: { order: OrderView; shipping: OrderHistoryEntry }) {
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
              items={packingList(order.doc, { ...shipment, goods: 'cells', count: cellsLeft(order) })}
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
