import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { keptLaboratory } from '../rate-card/kept-rate-card.ts';
import type { OrderView } from '../views/view-types.ts';
import { useSession } from '../../session/session-context.tsx';
import styles from './goods.module.css';

/** The address to which the customer sends a parcel, also offline; without one, that the laboratory will write it. */
export function SendTo({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { db } = useSession();
  const read = useLiveQuery(async () => ({ laboratory: await keptLaboratory(db) }), [db]);
  if (read === undefined) return null;
  if (read.laboratory === undefined) return <p>{t('parcel.toUnknown')}</p>;
  return (
    <div>
      <p className={styles.note}>{t('parcel.to', { number: order.number })}</p>
      <address className={styles.address}>{read.laboratory}</address>
    </div>
  );
}
