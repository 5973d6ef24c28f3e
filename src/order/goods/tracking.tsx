import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import { carrierName, trackingAddress } from '#domain/order/life/carriers.ts';
import { IconButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import styles from './goods.module.css';

/** Carrier and tracking number of goods, with a button that copies it and a link to the carrier's page. */
export function Tracking({ carrier, tracking }: { carrier: string; tracking: string }) {
  const { t } = useTranslation('navigator');
  const copy = useCopy();
  const address = trackingAddress({ carrier, tracking });
  if (carrier === '' && tracking === '') return null;
  return (
    <p className={styles.tracking}>
      <span>{carrierName(carrier)}</span>
      {tracking !== '' && (
        <>
          <code>{tracking}</code>
          <IconButton small label={t('parcel.copy')} icon={<Copy aria-hidden />} onClick={() => copy(tracking)} />
        </>
      )}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer" className={styles.onScreen}>
          {t('parcel.track')}
        </a>
      )}
    </p>
  );
}
