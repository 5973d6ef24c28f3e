import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import type { TakenChoice } from '#domain/assistant/knowledge/finder/walk.ts';
import { changeDraft, draftOf } from '../../db/drafts.ts';
import { useSession } from '../../session/session-context.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';

/** Progress of a user in a tree, kept on this device. */
export interface KeptWalk {
  path: TakenChoice[];
  /** Note on anything else that the experts should know. */
  note?: string;
  /** The draft order made of the finding. */
  orderId?: string;
  /** The room to which the report went. */
  sentTo?: string;
}

/** Returns the key of a walk among the drafts of this device. */
export function walkKey(treeId: string): string {
  return `finder:${treeId}`;
}

/** Returns the walk, undefined while it is read, and a function that changes it; undefined starts again. */
export function useKeptWalk(treeId: string) {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const kept = useLiveQuery(async () => (await draftOf<KeptWalk>(db, walkKey(treeId))) ?? { path: [] }, [db, treeId]);
  const change = useCallback(
    (next: (before: KeptWalk) => KeptWalk | undefined) => {
      changeDraft<KeptWalk>(db, walkKey(treeId), (before) => next(before ?? { path: [] })).catch(() =>
        showNotice({ title: t('finder.notKept'), tone: 'danger' }),
      );
    },
    [db, treeId, t],
  );
  return [kept, change] as const;
}
