import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discardWaiting, retryRefused } from '../../commands/waiting.ts';
import type { MessageView } from '../../db/views.ts';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../session-context.tsx';
import type { MessageActions } from './message-group.tsx';

export interface Prefill {
  id: number;
  text: string;
}

/** What can be done with a refused message, and the text that goes back into the box when it is edited. */
export function useRefusedMessages(): {
  actions: MessageActions;
  prefill: Prefill | undefined;
  setPrefill: (text: string) => void;
} {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const [prefill, setPrefillState] = useState<Prefill>();
  const setPrefill = useCallback(
    (text: string) => setPrefillState((before) => ({ id: (before?.id ?? 0) + 1, text })),
    [],
  );
  const actions = useMemo<MessageActions>(() => {
    const discard = async (message: MessageView) => {
      const undo = await discardWaiting(ctx, message.id);
      showNotice({
        title: t('refused.discarded'),
        action: { label: t('common:action.undo'), run: () => void undo() },
        duration: 8000,
      });
    };
    return {
      onRetry: (message) => void retryRefused(ctx, message.id),
      onEdit: (message) => {
        setPrefill(message.content);
        void discard(message);
      },
      onDiscard: (message) => void discard(message),
    };
  }, [ctx, t, setPrefill]);
  return { actions, prefill, setPrefill };
}
