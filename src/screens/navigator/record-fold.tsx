import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { OrderView } from '../../db/view-types.ts';
import styles from './order-details.module.css';

/** A button that opens the record of an order. What it opens is loaded then, because it needs a connection anyway. */
export function RecordFold({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.onScreen}>
      <Button small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('record.title')}
      </Button>
      {isOpen && <LoadedRecord order={order} />}
    </section>
  );
}

function LoadedRecord({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  // A lazy component keeps its failure, so each opening has its own.
  const [OrderRecord] = useState(() =>
    lazy(async () => ({ default: (await import('./online/order-record.tsx')).OrderRecord })),
  );
  return (
    <ErrorBoundary fallback={<p role="alert">{t('record.offline')}</p>}>
      <Suspense fallback={<Skeleton label={t('record.loading')} lines={3} shape="row" />}>
        <OrderRecord order={order} />
      </Suspense>
    </ErrorBoundary>
  );
}
