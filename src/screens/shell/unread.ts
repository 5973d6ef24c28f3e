import { useLiveQuery } from 'dexie-react-hooks';
import { unreadOf } from '../../db/views.ts';
import { useSession } from '../../session/session-context.tsx';

export interface Unread {
  expert: number;
  po: number;
  ai: number;
}

const none: Unread = { expert: 0, po: 0, ai: 0 };

/** Returns the number of unread messages by area. Live. */
export function useUnread(): Unread {
  const { db, me } = useSession();
  return useLiveQuery(() => unreadOf(db, me), [db, me]) ?? none;
}
