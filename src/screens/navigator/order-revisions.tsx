import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fullTimeOf } from '../words/times.ts';
import styles from './order-details.module.css';
import type { OrderView } from '../../db/view-types.ts';

const RevisionChanges = lazy(async () => ({
  default: (await import('./online/revision-changes.tsx')).RevisionChanges,
}));

/** Which revision of an order is shown, and on request what each one changed. Each placing makes a revision. */
export function OrderRevisions({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const [isOpen, setOpen] = useState(false);
  const placings = order.history.filter(({ event }) => event === 'PLACE');
  const last = placings.at(-1);
  if (last === undefined) return null;
  const number = placings.length;
  const isDraft = order.status === 'draft';
  return (
    <>
      <p className={styles.note}>
        {t(isDraft ? 'revisions.draft' : 'revisions.shown', { number, date: fullTimeOf(i18n.language, last.at) })}
      </p>
      {(number > 1 || isDraft) && (
        <details className={styles.onScreen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('revisions.changes')}</summary>
          {isOpen && (
            <ErrorBoundary key={number} fallback={<p>{t('documents.failedText')}</p>}>
              <Suspense fallback={<Skeleton label={t('history.loading')} shape="row" lines={2} />}>
                <RevisionChanges order={order} />
              </Suspense>
            </ErrorBoundary>
          )}
        </details>
      )}
    </>
  );
}
