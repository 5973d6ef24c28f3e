import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { waitingOf } from '../../db/unsent-commands.ts';
import { logOf } from '../../db/synclog.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { download } from '../../ui/download.ts';
import { useSession } from '../../session/session-context.tsx';

/**
 * Returns a function that downloads the recent sync log for fault analysis. The log contains kinds, times, states and
 * codes, never what a user wrote.
 */
export function useLogExport(): () => Promise<void> {
  const { t } = useTranslation('chat');
  const { db, sync, ctx } = useSession();
  return useCallback(async () => {
    try {
      const [log, waiting] = await Promise.all([logOf(db), waitingOf(db)]);
      const report = {
        at: new Date().toISOString(),
        version: ctx.appVersion,
        browser: navigator.userAgent,
        sync: sync.state,
        waiting: waiting.map(({ cmdId, type, state, createdAt, reason }) => ({
          cmdId,
          type,
          state,
          createdAt: new Date(createdAt).toISOString(),
          code: reason?.code ?? null,
        })),
        log: log.map(({ at, what, detail }) => ({ at: new Date(at).toISOString(), what, detail })),
      };
      download(new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' }), 'vfp-sync-log.json');
    } catch {
      showNotice({ title: t('waitingPage.exportFailed'), tone: 'danger' });
    }
  }, [ctx, db, sync, t]);
}
