import { type CookieName, cookies, cookieText, sessionCookies, tokenLifetimeDays } from '#domain/ground/cookies.ts';
import type { Me, SessionFlags } from '#domain/account/users.ts';

/**
 * The stored session: the token in the cookie `at`, the user's identity in the cookie `userData`, and the whole user
 * with the flags for guards in local storage.
 */

const key = 'vfp.session';

interface StoredSession {
  userId: string;
  flags: SessionFlags;
  /** Time of storing the token, by the device's clock in ms since 1970, and its lifetime; null until browser close. */
  kept?: { since: number; days: number | null };
}

/** Reads the token each time, because another tab may have signed in or out. */
export function storedToken(): string | undefined {
  return cookie('at');
}

/** Returns the device id of the cookie, which survives a sign-out. */
export function storedDeviceId(): string | undefined {
  return cookie('deviceId');
}

/** Returns the user as last stored; works offline. */
export function storedMe(): Me | undefined {
  const named = userIn(cookie('userData'));
  // Earlier versions stored the whole user in the cookie.
  const kept = userIn(localStorage.getItem(userKey) ?? cookie('userData'));
  // Another tab may have signed in another user.
  const isMeant = kept?.email !== undefined && (named === undefined || named.id === kept.id);
  return isMeant ? (kept as Me) : undefined;
}

function userIn(text: string | undefined): Partial<Me> | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Partial<Me>);
  } catch {
    return undefined;
  }
}

/** Stores a session for `days`, or until the browser closes. */
export function storeSession(me: Me, token: string, days: number | null, since = Date.now()): void {
  storeMe(me, days);
  keepToken(token, days, since);
}

/** Stores another token of the same user for `days`, or until the browser closes. */
export function keepToken(token: string, days: number | null, since = Date.now()): void {
  setCookie('at', token, days);
  localStorage.removeItem(endedKey);
  const session = storedSession();
  if (session !== undefined)
    localStorage.setItem(key, JSON.stringify({ ...session, kept: { since, days } } satisfies StoredSession));
}

/** Local storage key of the choice to stay signed in after the browser closes. */
export const rememberedKey = 'vfp.remember';

/** Returns the days for which the session is stored, as chosen at sign-in; null until the browser closes. */
export function rememberedDays(): number | null {
  return localStorage.getItem(rememberedKey) === null ? tokenLifetimeDays.notRemembered : tokenLifetimeDays.remembered;
}

/** Returns when the token was stored, by the device's clock in ms since 1970, and for how long, if known. */
export function storedTerm(): { since: number; days: number | null } | undefined {
  return storedSession()?.kept;
}

function storedSession(): StoredSession | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as StoredSession;
  } catch {
    return undefined;
  }
}

/** Stores changed data of the user. */
export function storeMe(me: Me, days: number | null): void {
  const { id, role, plan, flags } = me;
  setCookie('userData', JSON.stringify({ id, role, plan, flags }), days);
  localStorage.setItem(userKey, JSON.stringify(me));
  const before = storedSession();
  const kept = before?.userId === id && before.kept !== undefined ? { kept: before.kept } : {};
  localStorage.setItem(key, JSON.stringify({ userId: id, flags, ...kept } satisfies StoredSession));
}

/** Whether a sign-out has deleted the session or it has expired; otherwise the browser has deleted some of it. */
export function isSessionLeft(userId: string): boolean {
  if (storedDeviceId() === undefined) return false;
  const isHalf = cookie('at') !== undefined && userIn(cookie('userData'))?.id === userId;
  return !isHalf || localStorage.getItem(userKey) !== null;
}

/** Deletes the stored session. Pending commands are stored elsewhere and stay. */
export function deleteStoredSession(): void {
  for (const name of sessionCookies) setCookie(name, '', 0);
  localStorage.removeItem(key);
  localStorage.removeItem(userKey);
}

const userKey = 'vfp.userData';

/** Local storage key: the server has ended a session, and no user has signed in since. */
const endedKey = 'vfp.ended';

/** Stores that the server has ended the session, for the sign-in page, until the next sign-in. */
export function storeEnd(): void {
  localStorage.setItem(endedKey, '1');
}

/** Whether a session has ended here without a sign-out: by the server, or with its cookie while the app was closed. */
export function hasSessionEnded(): boolean {
  return localStorage.getItem(endedKey) !== null || (storedToken() === undefined && storedMe() !== undefined);
}

/** Sets a cookie. @param days its lifetime, by default that of its row in `cookies`; null: until the browser closes */
export function setCookie(name: CookieName, value: string, days: number | null = cookies[name].days): void {
  const isHttps = location.protocol === 'https:';
  const isSecure = isHttps || location.hostname === 'localhost';
  document.cookie = cookieText(name, value, days, isSecure);
  // Safari refuses secure cookies from localhost.
  if (isSecure && !isHttps && (cookie(name) ?? '') !== value) document.cookie = cookieText(name, value, days, false);
  cookiesInMemory.delete(name);
  // In a browser that refuses all cookies, the value is kept in memory until the page closes.
  if (value !== '' && cookie(name) !== value) cookiesInMemory.set(name, value);
}

const cookiesInMemory = new Map<string, string>();

/** Returns a cookie's value; undefined when it is missing or empty. */
export function cookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) !== name) continue;
    const value = decodeURIComponent(part.slice(at + 1));
    return value === '' ? undefined : value;
  }
  return cookiesInMemory.get(name);
}
