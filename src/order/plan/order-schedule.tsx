import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDoc, Quote } from '#domain/order/data/order.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { FullDates, useOrderPlan } from './order-dates.tsx';
import styles from '../pictures/order-dates.module.css';

const PlanPicture = lazy(async () => ({ default: (await import('../pictures/plan-picture.tsx')).PlanPicture }));

interface OrderScheduleProps {
  doc: OrderDoc;
  /** Undefined where the order has no price. */
  quote: Quote | undefined;
  /** Time at which the order was placed; without it, its plan counts from today. */
  placedAt?: string;
  /** Called with the path of the field that a chosen step belongs to. */
  onChoose?: (path: string) => void;
}

/** Shows when an order is done: the dates in full, and a picture of its steps with the price of each. */
export function OrderSchedule({ doc, quote, placedAt, onChoose }: OrderScheduleProps) {
  const { t } = useTranslation('navigator');
  const plan = useOrderPlan(doc, placedAt);
  if (plan === undefined) return null;
  return (
    <section className={styles.section}>
      <h3>{t('dates.title')}</h3>
      <FullDates plan={plan} />
      {plan.isComplete && (
        <ErrorBoundary>
          <Suspense fallback={<Skeleton label={t('pictures.loading')} shape="block" lines={1} />}>
            <PlanPicture doc={doc} plan={plan} quote={quote} isPlaced={placedAt !== undefined} onChoose={onChoose} />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}
