import { cookies } from '#domain/ground/cookies.ts';
import type { Me } from '#domain/account/users.ts';
import type { StoredToken } from './renewal.ts';
import {
  deleteStoredSession,
  isSessionLeft,
  keepToken,
  rememberedDays,
  rememberedKey,
  setCookie,
  storedDeviceId,
  storedMe,
  storedTerm,
  storedToken,
  storeMe,
  storeSession,
} from './stored-session.ts';

/**
 * The session as this page last saw it stored. The browser may delete cookies and local storage under an open page;
 * the page then stores its session again. A sign-out in another tab leaves the device's cookie, and is obeyed.
 */
interface HeldSession {
  me: Me;
  token: string;
  deviceId: string;
  since: number | undefined;
  days: number | null;
  isRemembered: boolean;
}

let held: HeldSession | undefined;

/**
 * Returns access to the token of one user's session, shared by all tabs.
 * @param userId the user; when another user or none is signed in, there is no token
 */
export function keptTokenOf(userId: string): StoredToken {
  return {
    token: () => storedTokenOf(userId) ?? restoredToken(userId),
    since: () => storedTerm()?.since,
    keep(fresh) {
      const me = storedMe();
      const { days = rememberedDays() } = storedTerm() ?? {};
      if (me?.id !== userId) return;
      keepToken(fresh, days);
      storeMe(me, days === null ? null : cookies.userData.days);
    },
  };
}

function storedTokenOf(userId: string): string | undefined {
  const [me, token, deviceId] = [storedMe(), storedToken(), storedDeviceId()];
  if (me?.id !== userId || token === undefined) return undefined;
  const { since, days = rememberedDays() } = storedTerm() ?? {};
  // Before the first call there is no cookie of the device; without it, a deleted session looks like a sign-out.
  if (deviceId !== undefined)
    held = { me, token, deviceId, since, days, isRemembered: localStorage.getItem(rememberedKey) !== null };
  return token;
}

/** Stores the session again that the browser has deleted. @returns undefined where it was left or is another user's */
function restoredToken(userId: string): string | undefined {
  const other = storedMe();
  if (held?.me.id !== userId || (other !== undefined && other.id !== userId) || isSessionLeft(userId)) return undefined;
  const { me, token, deviceId, since, days, isRemembered } = held;
  if (isRemembered) localStorage.setItem(rememberedKey, '1');
  setCookie('deviceId', deviceId);
  storeSession(me, token, days, since);
  return storedToken();
}

/** Ends the session on this device. Pending commands are stored elsewhere and stay. */
export function forgetSession(): void {
  held = undefined;
  deleteStoredSession();
}
