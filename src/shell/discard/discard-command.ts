import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { discardWaiting } from '../../db/send-again.ts';
import { waitingOf } from '../../db/unsent-commands.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { offerUndo } from './undo-burst.ts';
import { undoMs } from '../../ui/undo-time.ts';

/**
 * Returns a function that discards a command from the outbox and offers undo. A command that may have been sent stays,
 * and a notice says so. With `title`, the notice names the command and, on devices with a mouse, the undo keys.
 */
export function useDiscard(): (cmdId: string, title?: string) => Promise<void> {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  return useCallback(
    async (cmdId, title) => {
      const putBack = await discardWaiting(ctx, cmdId);
      const stays = (await waitingOf(ctx.db)).some((item) => item.cmdId === cmdId);
      if (stays) {
        showNotice({ title: t('refused.underWay'), detail: t('refused.underWayText'), duration: undoMs });
        return;
      }
      const one = title === undefined ? t('refused.discarded') : t('waitingPage.discarded', { title });
      offerUndo(putBack, (n) => ({
        title: n === 1 ? one : t('refused.discardedMany', { n }),
        ...(title === undefined || !matchMedia('(hover: hover)').matches ? {} : { detail: t('waitingPage.undoKeys') }),
        undo: t('common:action.undo'),
      }));
    },
    [ctx, t],
  );
}
