import { useLiveQuery } from 'dexie-react-hooks';
import { unreadByOrder } from '../../db/views.ts';
import { useSession } from '../../session/session-context.tsx';

const none: ReadonlyMap<string | null, number> = new Map();

/** Returns the numbers of unread messages about orders, by the order's id. Live. */
export function useUnreadByOrder(): ReadonlyMap<string | null, number> {
  const { db, me } = useSession();
  return useLiveQuery(() => unreadByOrder(db, me), [db, me]) ?? none;
}
