import { useTranslation } from 'react-i18next';
import { discardWaiting } from '../../../db/send-again.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';

/** Returns a function that takes a command out of the outbox, and offers to put it back. `what` names it. */
export function useDiscardChange(): (cmdId: string, what: string) => Promise<void> {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  return async (cmdId, what) => {
    const putBack = await discardWaiting(ctx, cmdId);
    const action = { label: t('common:action.undo'), run: () => void putBack() };
    showNotice({ title: t('orders.takenBack', { what }), action });
  };
}
