import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { followDraft } from '../../db/drafts.ts';
import { useSession } from '../../session/session-context.tsx';
import { registerTypingSaver } from '../../session/typing-kept.ts';
import { Draft } from './draft.ts';
import type { BoxContent } from '../../db/box-content.ts';

/**
 * Returns the draft of a box, which is saved on this device until it is sent, and shared by all pages with this box.
 * The text moves along when the key changes.
 */
export function useDraft(key: string, input: RefObject<HTMLElement | null>): { draft: Draft; box: BoxContent } {
  const { db } = useSession();
  const [draft] = useState(
    () => new Draft(db, key, () => document.hasFocus() && document.activeElement === input.current),
  );
  const box = useSyncExternalStore(draft.subscribe, draft.box);

  useEffect(() => {
    draft.moveTo(key);
    return followDraft(db, key, () => draft.refresh());
  }, [draft, db, key]);

  useEffect(() => {
    const leave = () => draft.leave();
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [draft]);

  useEffect(() => registerTypingSaver(() => draft.save()), [draft]);
  return { draft, box };
}
