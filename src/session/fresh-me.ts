import { useMemo } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Me } from '#domain/users.ts';
import { usePerson } from './auth-context.tsx';
import { useSession } from './session-context.tsx';

/**
 * The person signed in as the server last described them, with the questions as the last pull counted them. Apart from
 * the context, which loads no Dexie.
 */
export function useFreshMe(): Me {
  const { db, me: atOpening } = useSession();
  const me = usePerson() ?? atOpening;
  const usage = useLiveQuery(async () => (await db.people.get(me.id))?.question_usage, [db, me.id]);
  return useMemo(() => (usage === undefined ? me : { ...me, question_usage: usage }), [me, usage]);
}
