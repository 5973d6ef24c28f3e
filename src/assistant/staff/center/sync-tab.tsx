import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { History } from './history.tsx';
import { SyncDialog } from '../parts/sync-dialog.tsx';
import { isMeasuring, useNewestSyncRun } from '../parts/use-sync.ts';
import admin from '../../../staff/admin.module.css';

/** Shows the changes that are still to be synced, and the versions so far. */
export function SyncTab() {
  const { t } = useTranslation('center');
  const sync = useNewestSyncRun();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={admin.section} aria-label={t('tabs.sync')}>
      <RemoteView remote={sync} words="admin">
        {(state) => (
          <>
            <Card
              title={t('sync.state')}
              footer={
                <Button variant="primary" icon={<RefreshCw aria-hidden />} onClick={() => setOpen(true)}>
                  {t(buttonOf(state))}
                </Button>
              }
            >
              <StateText state={state} />
            </Card>
            <History stamp={`${state.index_version} ${state.state}`} onRolledBack={sync.reload} />
          </>
        )}
      </RemoteView>
      {isOpen && <SyncDialog onClose={() => setOpen(false)} onChanged={sync.reload} />}
    </section>
  );
}

function buttonOf(state: SyncReply): string {
  if (isMeasuring(state)) return 'sync.watch';
  return state.state === 'ready' ? 'sync.review' : 'sync.title';
}

function StateText({ state }: { state: SyncReply }) {
  const { t } = useTranslation('center');
  const { created, changed, deleted } = state.pending;
  return (
    <>
      <p>
        {state.index_version === 0 ? t('sync.neverSynced') : t('sync.answersFrom', { number: state.index_version })}{' '}
        {created + changed + deleted === 0
          ? t('sync.nothingPending')
          : t('sync.pending', { created, changed, deleted })}
      </p>
      {isMeasuring(state) && <p>{t('sync.running', { percent: Math.round(state.progress * 100) })}</p>}
      {state.state === 'ready' && <Banner tone="info">{t('sync.isReady')}</Banner>}
      {state.state === 'failed' && <Banner tone="danger">{t(`sync.problem.${state.problem ?? 'FAILED'}`)}</Banner>}
    </>
  );
}
