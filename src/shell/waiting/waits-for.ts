import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '../../chat/parts/file-bytes.ts';
import { useSyncState } from '../../session/session-context.tsx';
import type { SyncState } from '../../session/sync-status.ts';
import type { WaitingCommand } from './waiting-commands.ts';

type WaitReason = 'network' | 'signin' | 'files' | 'pause' | 'another' | 'confirm' | 'turn' | 'decision';

/** Returns what a command waits for in the given sync state. Pure. */
export function waitReasonOf(
  { item, files }: Pick<WaitingCommand, 'files'> & { item: Pick<WaitingCommand['item'], 'state'> },
  { phase, retryInMs }: Pick<SyncState, 'phase' | 'retryInMs'>,
): WaitReason {
  if (item.state === 'refused') return 'decision';
  if (item.state === 'sent') return 'confirm';
  if (item.state === 'blocked') return 'another';
  if (item.state === 'signin' || phase === 'signedOut') return 'signin';
  if (phase === 'offline') return 'network';
  if (phase === 'connecting') return retryInMs === null ? 'network' : 'pause';
  return files.some((file) => !file.isOnServer) ? 'files' : 'turn';
}

/** Returns a function that gives the cause as a sentence; for files, with the size already uploaded. */
export function useCauseText(): (thing: WaitingCommand) => string {
  const { t, i18n } = useTranslation('chat');
  const state = useSyncState();
  return useCallback(
    (thing) => {
      const size = (files: WaitingCommand['files']) =>
        sizeText(
          i18n.language,
          files.reduce((sum, file) => sum + file.size, 0),
        );
      return t(`waitingPage.waitsFor.${waitReasonOf(thing, state)}`, {
        there: size(thing.files.filter((file) => file.isOnServer)),
        total: size(thing.files),
        seconds: Math.max(1, Math.ceil((state.retryInMs ?? 0) / 1000)),
      });
    },
    [i18n.language, state, t],
  );
}
