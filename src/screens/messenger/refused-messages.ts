import { useCallback, useMemo, useState } from 'react';
import { sendAgain } from '../../commands/waiting.ts';
import { useDiscard } from '../discard.ts';
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
  const { ctx } = useSession();
  const discard = useDiscard();
  const [prefill, setPrefillState] = useState<Prefill>();
  const setPrefill = useCallback(
    (text: string) => setPrefillState((before) => ({ id: (before?.id ?? 0) + 1, text })),
    [],
  );
  const actions = useMemo<MessageActions>(() => {
    return {
      onRetry: (message) => void sendAgain(ctx, message.id),
      onEdit: (message) => {
        setPrefill(message.content);
        void discard(message.id);
      },
      onDiscard: (message) => void discard(message.id),
    };
  }, [ctx, discard, setPrefill]);
  return { actions, prefill, setPrefill };
}
