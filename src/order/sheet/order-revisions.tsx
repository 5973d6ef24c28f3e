import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '../../net/http.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useKeptRemote } from '../../shell/remote/kept-remote.ts';
import { fullTimeOf } from '../../i18n/times.ts';
import basics from '../../ui/basics.module.css';
import styles from './order-details.module.css';
import type { OrderView } from '../views/view-types.ts';
import { call } from '../../net/call.ts';

const RevisionChanges = lazy(async () => ({
  default: (await import('./revision-changes.tsx')).RevisionChanges,
}));

/** Shows the revision of an order, and on request what each one changed. Each placing makes a revision. */
export function OrderRevisions({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const placings = order.history.filter(({ event }) => event === 'PLACE');
  const last = placings.at(-1);
  if (last === undefined) return null;
  const number = placings.length;
  const isDraft = order.status === 'draft';
  return (
    <div className={styles.revisions}>
      <p className={basics.note}>
        {t(isDraft ? 'revisions.draft' : 'revisions.shown', { number, date: fullTimeOf(i18n.language, last.at) })}
      </p>
      {(number > 1 || isDraft) && <Changes key={number} order={order} />}
    </div>
  );
}

/** Revisions are read while their order is shown and stay on this device, so that they also open without a network. */
function Changes({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const [isOpen, setOpen] = useState(false);
  const { id } = order;
  const read = useCallback((api: Api) => call(api, 'GET /po_system/orders/:id/revisions', { params: { id } }), [id]);
  const revisions = useKeptRemote(`revisions ${id}`, read);
  return (
    <details className={styles.changes} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('revisions.changes')}</summary>
      {isOpen && (
        <ErrorBoundary fallback={<p>{t('documents.failedText')}</p>}>
          <Suspense fallback={<Skeleton label={t('history.loading')} shape="row" lines={2} />}>
            <RevisionChanges order={order} revisions={revisions} />
          </Suspense>
        </ErrorBoundary>
      )}
    </details>
  );
}
