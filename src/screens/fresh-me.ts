import { useLiveQuery } from 'dexie-react-hooks';
import type { Me } from '#domain/users.ts';
import { useSession } from './session-context.tsx';

/** The person signed in as the last pull left them: question usage, plan. Apart from the context, which loads no Dexie. */
export function useFreshMe(): Me {
  const { db, me } = useSession();
  return useLiveQuery(() => db.people.get(me.id), [db, me.id]) ?? me;
}
