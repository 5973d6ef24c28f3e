import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import FileDown from 'lucide-react/icons/file-down';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { isProtected, protectStorage } from '../../db/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession, useSync, useSyncState } from '../../session/session-context.tsx';
import type { SyncState as State } from '../../session/sync-status.ts';
import { ageOf, fullTimeOf } from '../../i18n/times.ts';
import { useLogExport } from './log-export.ts';
import basics from '../../ui/basics.module.css';
import styles from './sync-state.module.css';
import { undoMs } from '../../ui/undo-time.ts';

interface SyncStateProps {
  waiting: number;
  needYou: number;
  now: number;
}

/** Sync state of this device: connection, unsent commands, time of the last sync, protection of the storage. */
export function SyncState({ waiting, needYou, now }: SyncStateProps) {
  const { t } = useTranslation('chat');
  const { phase, pulled } = useSyncState();
  const exportLog = useLogExport();
  const { tone, Icon } = looks[phase];
  return (
    <section aria-labelledby="sync-state" className={styles.state}>
      <h2 id="sync-state">{t('syncState.title')}</h2>
      <dl className={styles.rows}>
        <div>
          <dt>{t('syncState.connection')}</dt>
          <dd>
            <output>
              <Chip tone={tone} icon={<Icon aria-hidden />}>
                {t(`syncState.phase.${phase}`, { count: pulled })}
              </Chip>
            </output>
          </dd>
        </div>
        <div>
          <dt>{t('syncState.unsent')}</dt>
          <dd>
            <Chip
              tone={waiting === 0 ? 'ok' : 'neutral'}
              icon={waiting === 0 ? <CircleCheck aria-hidden /> : <Clock aria-hidden />}
            >
              {waiting === 0 ? t('syncState.nothing') : t('common:waiting.waiting', { count: waiting })}
            </Chip>
            {needYou > 0 && (
              <Chip tone="danger" icon={<CircleAlert aria-hidden />}>
                {t('common:waiting.needYou', { count: needYou })}
              </Chip>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('syncState.lastSynced')}</dt>
          <dd>
            <LastSyncTime now={now} />
          </dd>
        </div>
        <div>
          <dt>{t('syncState.storage')}</dt>
          <dd>
            <Storage />
          </dd>
        </div>
      </dl>
      <div className={styles.export}>
        <Button variant="ghost" small icon={<FileDown aria-hidden />} onClick={() => void exportLog()}>
          {t('syncState.exportLog')}
        </Button>
      </div>
    </section>
  );
}

const looks: Record<State['phase'], { tone: string; Icon: typeof Clock }> = {
  offline: { tone: 'neutral', Icon: CloudOff },
  connecting: { tone: 'warn', Icon: RefreshCw },
  catchingUp: { tone: 'info', Icon: RefreshCw },
  live: { tone: 'ok', Icon: CircleCheck },
  signedOut: { tone: 'danger', Icon: CircleAlert },
  outdated: { tone: 'danger', Icon: CircleAlert },
};

function LastSyncTime({ now }: { now: number }) {
  const { t, i18n } = useTranslation('chat');
  const at = useSync(({ lastSyncedAt }) => lastSyncedAt);
  if (at === null) return t('syncState.never');
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTimeOf(i18n.language, at)}>
      {ageOf(i18n.language, at, now)}
    </time>
  );
}

/** Whether the browser may evict the saved data. A button asks it again, because some browsers then prompt the user. */
function Storage() {
  const { t } = useTranslation('chat');
  const { sync } = useSession();
  const reported = useSync(({ protectedStorage }) => protectedStorage);
  const [found, setFound] = useState<boolean | null>(null);
  useEffect(() => void isProtected().then(setFound), []);
  const isSafe = reported === true || found === true;
  const handleAsk = async () => {
    const granted = (await protectStorage()) === true;
    sync.report({ type: 'storage.checked', protected: granted });
    if (granted) showNotice({ title: t('syncState.granted'), tone: 'ok' });
    else showNotice({ title: t('syncState.refused'), detail: t('syncState.refusedText'), duration: undoMs });
  };
  return (
    <>
      <Chip tone={isSafe ? 'ok' : 'warn'} icon={isSafe ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}>
        {t(isSafe ? 'syncState.protected' : 'syncState.unprotected')}
      </Chip>
      {!isSafe && (
        <>
          <Button small onClick={() => void handleAsk()}>
            {t('syncState.protect')}
          </Button>
          <p className={basics.note}>{t('syncState.unprotectedWhy')}</p>
        </>
      )}
    </>
  );
}
