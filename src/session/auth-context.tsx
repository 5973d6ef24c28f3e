import { createContext, useContext } from 'react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Me } from '#domain/account/users.ts';
import type { authMachine } from '../machines/auth.ts';

export type AuthActor = ActorRefFrom<typeof authMachine>;

export const AuthContext = createContext<AuthActor | null>(null);

/**
 * Returns the machine that knows who is signed in.
 * @throws Error outside `AuthContext`
 */
export function useAuth(): AuthActor {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('No auth machine above this screen.');
  return auth;
}

/** Returns the signed-in user; null for a guest; undefined while a session is being restored or ended. */
export function useCurrentUser(): Me | null | undefined {
  return useSelector(useAuth(), (snapshot) => {
    if (
      ['checking', 'signingOut', 'following', 'refused', 'forgetting', 'swapping'].some(
        (state) => snapshot.value === state,
      )
    )
      return undefined;
    return hasOpenSession(snapshot) ? snapshot.context.me : null;
  });
}

/**
 * Returns whether a session is open. A session that has just ended counts until the reload, so that its page stays
 * below the notice; one that is being left counts until the typed texts are saved in its database.
 */
export function hasOpenSession(snapshot: SnapshotFrom<typeof authMachine>): boolean {
  return ['signedIn', 'ended', 'following', 'refused', 'forgetting'].some((state) => snapshot.value === state);
}
