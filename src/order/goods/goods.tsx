import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowedParcelSteps, type Parcel, parcelsOf } from '#domain/order/life/parcels.ts';
import { shippingOf } from '#domain/order/life/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView } from '../views/view-types.ts';
import { AnnounceForm } from './announce-form.tsx';
import { ParcelCard } from './parcel-card.tsx';
import { useParcelChange } from './use-parcel-change.ts';
import basics from '../../ui/basics.module.css';
import { ShipmentCard } from './shipment-card.tsx';
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
    // The form is much longer than the card that replaces it, so the page would show something else.
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
