import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteRoom } from '../../chat/calls/room-delete.ts';
import { restoreRoom } from '../../chat/calls/room-restore.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { offerUndo } from '../../shell/discard/undo-burst.ts';
import { undoMs } from '../../ui/undo-time.ts';

/** Session storage key of the newest deleted conversation, so that a reload does not take the undo away. */
const storageKey = 'vfp-deleted-conversation';

interface DeletedConversation {
  userId: string;
  roomId: string;
  title: string;
  /** Until when undo is offered, in ms since 1970. */
  until: number;
}

/** Returns a function that deletes a conversation at once, on all devices, and offers undo. */
export function useDeleteWithUndo(): (roomId: string, title: string) => Promise<void> {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const offer = useOffer();
  return useCallback(
    async (roomId, title) => {
      try {
        await deleteRoom(ctx, { roomId });
        offer(roomId, title);
      } catch {
        showNotice({ title: t('menu.notKept'), tone: 'danger' });
      }
    },
    [ctx, offer, t],
  );
}

/** Whether this page has just been loaded: of what it deletes itself, the notice is there already. */
let isJustLoaded = true;

/** Offers the undo of a deletion again after a reload, while its time is not over. */
export function useUndoAfterReload(): void {
  const { me } = useSession();
  const offer = useOffer();
  useEffect(() => {
    if (!isJustLoaded) return;
    isJustLoaded = false;
    const deleted = takeDeleted();
    if (deleted?.userId === me.id && deleted.until > Date.now()) offer(deleted.roomId, deleted.title);
  }, [me.id, offer]);
}

function useOffer(): (roomId: string, title: string) => void {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  return useCallback(
    (roomId, title) => {
      const deleted: DeletedConversation = { userId: ctx.me.id, roomId, title, until: Date.now() + undoMs };
      const stored = JSON.stringify(deleted);
      isJustLoaded = false;
      sessionStorage.setItem(storageKey, stored);
      // The title must not outlast the undo, for example a sign-out.
      setTimeout(() => sessionStorage.getItem(storageKey) === stored && sessionStorage.removeItem(storageKey), undoMs);
      const putBack = async () => {
        sessionStorage.removeItem(storageKey);
        await restoreRoom(ctx, { roomId });
      };
      offerUndo(putBack, (n) => ({
        title: n === 1 ? t('conversations.deleted', { title }) : t('refused.discardedMany', { n }),
        undo: t('common:action.undo'),
      }));
    },
    [ctx, t],
  );
}

function takeDeleted(): DeletedConversation | undefined {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return stored === null ? undefined : (JSON.parse(stored) as DeletedConversation);
}
