import { useLiveQuery } from 'dexie-react-hooks';
import { draftOf, saveDraft } from '../../db/drafts.ts';
import { useSession } from '../../session/session-context.tsx';

/**
 * Returns the columns of a list that this user has hidden on this device, and a function that changes them. The hidden
 * ones are kept, so that a new column is shown to all users.
 * @param atFirst those that are hidden as long as this user has chosen nothing
 */
export function useHiddenColumns(
  list: string,
  atFirst: readonly string[] = [],
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const { db } = useSession();
  const key = `hidden columns/${list}`;
  const kept = useLiveQuery(() => draftOf<string[]>(db, key), [db, key]);
  // Without a place to keep it, the choice holds until the page is left; nothing else depends on it.
  const hide = (hidden: ReadonlySet<string>) => void saveDraft(db, key, [...hidden]).catch(() => undefined);
  return [new Set(kept ?? atFirst), hide];
}
