import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { OnlinePart } from '../parts/online-part.tsx';
import type { OrderView } from '../views/view-types.ts';
import styles from './order-details.module.css';

/** Button that opens the record of an order. The record is loaded then, because it needs a connection anyway. */
export function RecordFold({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.onScreen}>
      <Button small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('record.title')}
      </Button>
      {isOpen && (
        <OnlinePart
          load={record}
          of={{ order }}
          loading={<Skeleton label={t('record.loading')} lines={3} shape="row" />}
          offline={t('record.offline')}
        />
      )}
    </section>
  );
}

const record = async () => (await import('./order-record.tsx')).OrderRecord;
