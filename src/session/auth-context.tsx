import { createContext, useContext } from 'react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Me } from '#domain/users.ts';
import type { authMachine } from '../machines/auth.ts';

export type AuthActor = ActorRefFrom<typeof authMachine>;

export const AuthContext = createContext<AuthActor | null>(null);

/** The machine that knows who is signed in. */
export function useAuth(): AuthActor {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('No auth machine above this screen.');
  return auth;
}

/** The person signed in; null for a guest; undefined while that is being found out or undone. */
export function usePerson(): Me | null | undefined {
  return useSelector(useAuth(), (snapshot) => {
    if (['checking', 'signingOut', 'following', 'refused', 'swapping'].some((state) => snapshot.value === state))
      return undefined;
    return isSomebody(snapshot) ? snapshot.context.me : null;
  });
}

/**
 * A session that has just ended keeps its page until the reload, so that its notice can be read over it; one that another
 * tab has ended keeps its database until what was typed is saved.
 */
export function isSomebody(snapshot: SnapshotFrom<typeof authMachine>): boolean {
  return ['signedIn', 'ended', 'following'].some((state) => snapshot.value === state);
}
