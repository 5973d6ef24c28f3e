import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendAgain } from '../../db/send-again.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useDiscard } from '../../shell/discard/discard-command.ts';
import { useSession } from '../../session/session-context.tsx';
import type { Prefill } from '../compose/composer.tsx';
import { editAgain } from '../compose/edit-again.ts';
import type { MessageActions } from '../parts/message-actions.ts';

/**
 * Returns the actions for refused messages of the room whose box has this `draftKey`, and the text to insert into the
 * box. Editing a message moves its text into the box through the saved draft.
 */
export function useRefusedMessages(draftKey: string): {
  actions: MessageActions;
  prefill: Prefill | undefined;
  setPrefill: (text: string) => void;
} {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const discard = useDiscard();
  const [prefill, setPrefillState] = useState<Prefill>();
  const setPrefill = useCallback(
    (text: string) => setPrefillState((before) => ({ id: (before?.id ?? 0) + 1, text })),
    [],
  );
  const actions = useMemo<MessageActions>(() => {
    const edit = async (cmdId: string) => {
      if (await editAgain(ctx, cmdId, draftKey)) setPrefill('');
      else showNotice({ title: t('refused.underWay'), detail: t('refused.underWayText') });
    };
    return {
      onRetry: (message) => void sendAgain(ctx, message.id),
      onEdit: (message) => void edit(message.id),
      onDiscard: (message) => void discard(message.id),
    };
  }, [ctx, t, discard, draftKey, setPrefill]);
  return { actions, prefill, setPrefill };
}
