import type { Me } from '#domain/account/users.ts';
import { forgetSession, keptTokenOf } from '../net/kept-session.ts';
import { deviceId } from '../net/device-id.ts';
import { isSignOutPending, storeSignOut } from '../net/pending-sign-outs.ts';
import { storedMe, storedToken, storeEnd } from '../net/stored-session.ts';
import type { AuthActor } from './auth-context.tsx';
import { saveTyping } from './typing-kept.ts';

/**
 * Ends a session in this page: by its user, by the server, or in another tab. Unsent commands are on the disk before
 * the page closes the database: the browser may have deleted it, and then the only copy is in this page.
 */
export interface SessionEnds {
  signOut(): Promise<void>;
  /** Notes that the server has ended the session, for the sign-in page. */
  noteEnd(): void;
  /** Leaves the session that the server has ended; one that another tab has begun since stays. */
  forget(): Promise<void>;
  /** Leaves the session as another tab did. @returns whether another user is signed in now */
  follow(): Promise<boolean>;
  followOtherTabs: () => void;
  /** Ends the session that a link has offered and that was not taken. */
  endOffer(token: string): void;
}

interface PageParts {
  auth: () => AuthActor;
  /** Resolves when what the browser has deleted under the page is in the new database, or cannot be. */
  untilRestored: () => Promise<void>;
}

export function sessionEnds({ auth, untilRestored }: PageParts): SessionEnds {
  async function clearConfirmed(me: Me): Promise<void> {
    await untilRestored();
    const { clearConfirmedOf } = await import('./known-device.ts');
    await clearConfirmedOf(me.id).catch(() => undefined);
  }

  /** The token that the server has rejected. */
  let endedToken: string | undefined;

  function noteEnd(): void {
    endedToken = storedToken();
    storeEnd();
  }

  async function forgetEnded(): Promise<void> {
    await saveTyping().catch(() => undefined);
    if (storedToken() === endedToken) await forget();
  }

  /** Deletes cookies and confirmed data; unsent commands stay for their user. */
  async function forget(): Promise<void> {
    const me = auth().getSnapshot().context.me ?? storedMe();
    const stored = storedMe();
    // Another user may have signed in from another tab: their session stays.
    if (stored === undefined || stored.id === me?.id) forgetSession();
    if (me !== undefined) await clearConfirmed(me);
  }

  async function signOut(): Promise<void> {
    const { me, token } = auth().getSnapshot().context;
    const present = me === null ? undefined : (keptTokenOf(me.id).token() ?? token);
    // Stored first: from here on the sign-out is durable, whatever happens to this page or to the network.
    if (typeof present === 'string') storeSignOut(present);
    await forget();
    await sendPendingSignOuts();
  }

  /**
   * Leaves the session when another tab has ended it, and enters the one that another tab has begun. The stored session
   * is the signal between tabs: it is read when it changes, on wake-up and before each call.
   */
  function followOtherTabs(): void {
    const { me } = auth().getSnapshot().context;
    if (me !== null && !isHere(me)) auth().send({ type: 'auth.leftElsewhere' });
    const stored = storedMe();
    if (me === null && stored !== undefined && isHere(stored)) auth().send({ type: 'auth.enteredElsewhere' });
  }

  async function follow(): Promise<boolean> {
    const { me } = auth().getSnapshot().context;
    await saveTyping().catch(() => undefined);
    if (me !== null && !isHere(me)) await clearConfirmed(me);
    return storedToken() !== undefined;
  }

  return { signOut, noteEnd, forget: forgetEnded, follow, followOtherTabs, endOffer };
}

function endOffer(token: string): void {
  storeSignOut(token);
  void sendPendingSignOuts();
}

/** Whether this user's session is stored in this browser. */
export const isHere = (me: Me): boolean => keptTokenOf(me.id).token() !== undefined;

/** Sends pending sign-outs. Its code is loaded only if there are any; if that fails, they are sent later. */
export async function sendPendingSignOuts(): Promise<void> {
  if (!isSignOutPending()) return;
  await import('./known-device.ts').then(({ sendSignOuts }) => sendSignOuts({ deviceId })).catch(() => undefined);
}
