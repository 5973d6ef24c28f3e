import type { Me, SessionFlags } from '#domain/users.ts';

/** What this device remembers of the session: the token in the cookie `at`, the person in `userData`, and flags for guards. */

const key = 'vfp.session';
const day = 24 * 60 * 60;

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
  const value = cookie('userData') ?? localStorage.getItem(userDataKey) ?? undefined;
  try {
    return value === undefined ? undefined : (JSON.parse(value) as Me);
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
  const text = JSON.stringify(me);
  setCookie('userData', text, days);
  // A browser drops cookies over 4 KB without a word.
  if (encodeURIComponent(text).length > 3800) localStorage.setItem(userDataKey, text);
  else localStorage.removeItem(userDataKey);
  localStorage.setItem(key, JSON.stringify({ userId: me.id, flags: me.flags } satisfies StoredSession));
}

/** Forgets the session; what waits to be sent is not here. */
export function forgetSession(): void {
  for (const name of ['at', 'userData', 'conversation_id'])
    document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  localStorage.removeItem(key);
  localStorage.removeItem(userDataKey);
}

const userDataKey = 'vfp.userData';

export function setCookie(name: string, value: string, days: number | null): void {
  const life = days === null ? '' : `; max-age=${days * day}`;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/${life}; samesite=lax${secure}`;
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
