import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { discardWaiting } from '../../commands/waiting.ts';
import { waitingOf } from '../../db/views.ts';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../session-context.tsx';

const undoMs = 8000;

/**
 * Takes a thing out of the queue; for some seconds a button and Control+Z put it back. What is on its way already stays,
 * and is said to.
 */
export function useDiscardHere(): (cmdId: string, title: string) => Promise<void> {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const undoLast = useRef<(() => void) | null>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (!isUndo || isTyping || undoLast.current === null) return;
      event.preventDefault();
      undoLast.current();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  return useCallback(
    async (cmdId, title) => {
      const putBack = await discardWaiting(ctx, cmdId);
      if ((await waitingOf(ctx.db)).some((item) => item.cmdId === cmdId)) {
        showNotice({ title: t('refused.underWay'), detail: t('refused.underWayText'), duration: undoMs });
        return;
      }
      const end = () => {
        dismiss();
        if (undoLast.current === undo) undoLast.current = null;
      };
      const undo = () => {
        end();
        void putBack();
      };
      const dismiss = showNotice({
        title: t('waitingPage.discarded', { title }),
        detail: t('waitingPage.undoKeys'),
        action: { label: t('common:action.undo'), run: undo },
        duration: undoMs,
      });
      undoLast.current = undo;
      setTimeout(end, undoMs);
    },
    [ctx, t],
  );
}
