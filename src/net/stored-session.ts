import { type CookieName, cookies, cookieText, sessionCookies } from '#domain/cookies.ts';
import type { Me, SessionFlags } from '#domain/users.ts';

/**
 * What this device remembers of the session: the token in the cookie `at`, who it is for in `userData`, the whole person
 * and flags for guards in local storage.
 */

const key = 'vfp.session';

interface StoredSession {
  userId: string;
  flags: SessionFlags;
}

/** The token, read anew each time: another tab may have signed in or out. */
export function storedToken(): string | undefined {
  return cookie('at');
}

export function storedDeviceId(): string | undefined {
  return cookie('deviceId');
}

/** The person as this device last knew them; also with no network. */
export function storedMe(): Me | undefined {
  const named = personIn(cookie('userData'));
  // Earlier versions kept the whole person in the cookie.
  const kept = personIn(localStorage.getItem(personKey) ?? cookie('userData'));
  // Another tab may just have signed another user in.
  const isMeant = kept?.email !== undefined && (named === undefined || named.id === kept.id);
  return isMeant ? (kept as Me) : undefined;
}

function personIn(text: string | undefined): Partial<Me> | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Partial<Me>);
  } catch {
    return undefined;
  }
}

/** Remembers a session: for `days`, or until the browser closes. */
export function storeSession(me: Me, token: string, days: number | null): void {
  setCookie('at', token, days);
  storeMe(me, days);
}

/** Remembers what has changed about the person. */
export function storeMe(me: Me, days: number | null): void {
  const { id, role, plan, flags } = me;
  setCookie('userData', JSON.stringify({ id, role, plan, flags }), days);
  localStorage.setItem(personKey, JSON.stringify(me));
  localStorage.setItem(key, JSON.stringify({ userId: id, flags } satisfies StoredSession));
}

/** Forgets the session; what waits to be sent is not here. */
export function forgetSession(): void {
  for (const name of sessionCookies) setCookie(name, '', 0);
  localStorage.removeItem(key);
  localStorage.removeItem(personKey);
}

const personKey = 'vfp.userData';

/** Sets a cookie for the time in its row, or for `days`; null: until the browser closes. */
export function setCookie(name: CookieName, value: string, days: number | null = cookies[name].days): void {
  const isHttps = location.protocol === 'https:';
  const isSecure = isHttps || location.hostname === 'localhost';
  document.cookie = cookieText(name, value, days, isSecure);
  // Safari takes no secure cookie from a page of this machine.
  if (isSecure && !isHttps && (cookie(name) ?? '') !== value) document.cookie = cookieText(name, value, days, false);
}

/** One cookie of this page; undefined when it is not there or empty. */
export function cookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) !== name) continue;
    const value = decodeURIComponent(part.slice(at + 1));
    return value === '' ? undefined : value;
  }
  return undefined;
}
