import { useMemo } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Me } from '#domain/account/users.ts';
import { useCurrentUser } from './auth-context.tsx';
import { useSession } from './session-context.tsx';

/**
 * Returns the signed-in user as the server last described them, with the question count of the last pull. Not part of
 * `session-context.tsx`, because that file must not load Dexie.
 */
export function useFreshMe(): Me {
  const { db, me: atOpening } = useSession();
  const me = useCurrentUser() ?? atOpening;
  const usage = useLiveQuery(async () => (await db.people.get(me.id))?.question_usage, [db, me.id]);
  return useMemo(() => (usage === undefined ? me : { ...me, question_usage: usage }), [me, usage]);
}
