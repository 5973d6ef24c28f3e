import { useCallback } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { keepReply, keptReply } from '../../db/kept-replies.ts';
import type { Api } from '../../net/http.ts';
import { useSession } from '../../session/session-context.tsx';
import { type Remote, useRemote } from './remote.ts';

/**
 * Like `useRemote`, but the last reply also stays on this device, so that the page can be read offline.
 * @param call must be stable; a new function is called again
 * @param isKept whether the reply stays: not for searches, because there can be any number of them
 */
export function useKeptRemote<T>(name: string, call: (api: Api) => Promise<T>, isKept = true): Remote<T> {
  const { db } = useSession();
  const callAndKeep = useCallback(
    async (api: Api) => {
      const value = await call(api);
      // A full disk must not hide what the server has replied.
      if (isKept) await keepReply(db, name, { value, at: Date.now() }).catch(() => undefined);
      return value;
    },
    [db, name, call, isKept],
  );
  const remote = useRemote(name, callAndKeep);
  const kept = useLiveQuery(() => keptReply<T>(db, name), [db, name]);
  return remote.value === undefined ? { ...remote, value: kept?.value, seenAt: kept?.at } : remote;
}
