import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { discardWaiting } from '../commands/waiting.ts';
import { waitingOf } from '../db/views.ts';
import { showNotice } from '../ui/notice.tsx';
import { useSession } from './session-context.tsx';

/** Takes something out of the queue and offers to put it back; says so when it is on its way already and has to stay. */
export function useDiscard(): (cmdId: string) => Promise<void> {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  return useCallback(
    async (cmdId) => {
      const undo = await discardWaiting(ctx, cmdId);
      const stays = (await waitingOf(ctx.db)).some((item) => item.cmdId === cmdId);
      if (stays) {
        showNotice({ title: t('refused.underWay'), detail: t('refused.underWayText'), duration: 8000 });
        return;
      }
      const action = { label: t('common:action.undo'), run: () => void undo() };
      showNotice({ title: t('refused.discarded'), action, duration: 8000 });
    },
    [ctx, t],
  );
}
