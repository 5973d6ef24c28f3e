import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { isInstantTester } from '#domain/account/permissions.ts';
import { waitingOf } from '../../db/unsent-commands.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useSession } from '../../session/session-context.tsx';
import basics from '../../ui/basics.module.css';
import styles from './assistant.module.css';

/** Replaces the box when the trial's questions are used up. */
export function TrialPanel() {
  const { t } = useTranslation('chat');
  const me = useFreshMe();
  return (
    <section className={styles.panel} data-tone="info" aria-label={t('trial.title')}>
      <div>
        <h2>{t('trial.title')}</h2>
        <p className={basics.quiet}>{t('trial.text', { limit: me.question_limit })}</p>
      </div>
      <Link to="/pay" className={buttonClass} data-variant="primary">
        {t('common:nav.subscribe')}
      </Link>
    </section>
  );
}

/** Shows the questions left in a trial, with pending ones counted as used. */
export function RemainingTrial() {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const me = useFreshMe();
  const queued = useLiveQuery(
    async () => (await waitingOf(db)).filter((item) => item.type === 'question.ask' && item.state !== 'refused').length,
    [db],
  );
  if (!isInstantTester(me)) return null;
  const left = Math.max(0, me.question_limit - me.question_usage - (queued ?? 0));
  return <p className={styles.left}>{t('trial.left', { count: left, limit: me.question_limit })}</p>;
}
