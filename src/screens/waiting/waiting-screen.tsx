import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { CircleCheckBig } from 'lucide-react';
import { waitingOf, type WaitingItem } from '../../db/views.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../now.ts';
import { useSession } from '../session-context.tsx';
import { WaitingRow } from './waiting-row.tsx';
import styles from './waiting.module.css';

/** Read marks look after themselves; only a refused one would be news. */
function concernsAPerson(item: WaitingItem): boolean {
  return item.type !== 'read.mark' || item.state === 'refused';
}

/** Everything this device has not yet seen take effect, and what needs a decision. */
export function WaitingScreen() {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const now = useNow(10_000);
  const items = useLiveQuery(async () => (await waitingOf(db)).filter(concernsAPerson), [db]);
  if (items === undefined) return <Skeleton label={t('waitingPage.loading')} lines={4} shape="row" />;
  if (items.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState icon={<CircleCheckBig />} title={t('waitingPage.emptyTitle')}>
          {t('waitingPage.emptyText')}
        </EmptyState>
      </div>
    );
  }
  const refused = items.filter((item) => item.state === 'refused');
  const others = items.filter((item) => item.state !== 'refused');
  return (
    <div className={styles.page}>
      {refused.length > 0 && (
        <section aria-labelledby="need-you">
          <h2 id="need-you">{t('waitingPage.needYou')}</h2>
          <p className={styles.lead}>{t('waitingPage.needYouText')}</p>
          <ul className={styles.list}>
            {refused.map((item) => (
              <WaitingRow key={item.cmdId} item={item} now={now} />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{t('waitingPage.waiting')}</h2>
          <p className={styles.lead}>{t('waitingPage.waitingText')}</p>
          <ul className={styles.list}>
            {others.map((item) => (
              <WaitingRow key={item.cmdId} item={item} now={now} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
