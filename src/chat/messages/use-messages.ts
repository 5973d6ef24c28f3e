import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readMessages, showMessages } from '../views/message-views.ts';
import { useSession } from '../../session/session-context.tsx';
import type { MessageView } from '../views/view-types.ts';
import { messagePage } from '#domain/chat/message-page.ts';

export interface Messages {
  /** Undefined until they are read. */
  messages: MessageView[] | undefined;
  hasOlder: boolean;
  /** Whether older messages are being fetched from the server. */
  loadingOlder: boolean;
  /** Whether the last fetch failed; only the user repeats it. */
  olderFailed: boolean;
  showOlder: () => void;
  /** Drops old messages that are loaded far above, when the newest message is visible again. */
  showNewest: () => void;
}

/**
 * Returns the newest messages of a room as a live query, and loads older ones. Use the room id as key of the component.
 */
export function useMessages(roomId: string): Messages {
  const session = useSession();
  const { db, me, early } = session;
  const [limit, setLimit] = useState<number>(messagePage);
  const [loadingOlder, setLoading] = useState(false);
  const [olderFailed, setFailed] = useState(false);
  const read = useLiveQuery(
    async () => ({ messages: await readMessages(db, me, roomId, limit), limit }),
    [db, me, roomId, limit],
  );
  const picture = useSyncExternalStore(
    useCallback((changed: () => void) => early.subscribe(changed), [early]),
    () => early.picture,
  );
  const found = useMemo(() => read && showMessages(read.messages, me, read.limit, picture), [read, me, picture]);
  const count = found?.messages.length ?? 0;
  const hasOlder = found?.hasOlder ?? false;
  // While a larger page is being read, the previous one is shown.
  const settled = read?.limit === limit;
  const showOlder = useCallback(() => {
    if (!hasOlder || loadingOlder || !settled) return;
    if (count >= limit) {
      setLimit(larger(limit));
      return;
    }
    const load = async () => {
      setLoading(true);
      try {
        await session.loadOlder(roomId);
        setLimit(larger(limit));
        setFailed(false);
      } catch {
        setFailed(true);
      } finally {
        setLoading(false);
      }
    };
    void load();
  }, [hasOlder, loadingOlder, settled, count, limit, session, roomId]);
  const showNewest = useCallback(() => {
    setLimit((now) => (now > 4 * messagePage ? messagePage : now));
  }, []);
  return { messages: found?.messages, hasOlder, loadingOlder, olderFailed, showOlder, showNewest };
}

/** Returns the next limit. Steps grow, because each one reads all messages again. */
function larger(limit: number): number {
  return limit + Math.min(limit, 10 * messagePage);
}
