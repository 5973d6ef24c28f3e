import { type CookieName, cookies, cookieText, sessionCookies, tokenLifetimeDays } from '#domain/cookies.ts';
import type { Me, SessionFlags } from '#domain/users.ts';
import type { KeptToken } from './renewal.ts';

/**
 * What this device remembers of the session: the token in the cookie `at`, who it is for in `userData`, the whole person
 * and flags for guards in local storage.
 */

const key = 'vfp.session';

interface StoredSession {
  userId: string;
  flags: SessionFlags;
  /** When the token was kept, in milliseconds since 1970 by this device's clock, and for how many days. */
  kept?: { since: number; days: number | null };
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
  storeMe(me, days);
  keepToken(token, days);
}

/** Keeps another token of the person who is remembered: for `days`, or until the browser closes. */
export function keepToken(token: string, days: number | null): void {
  setCookie('at', token, days);
  const session = storedSession();
  if (session !== undefined)
    localStorage.setItem(
      key,
      JSON.stringify({ ...session, kept: { since: Date.now(), days } } satisfies StoredSession),
    );
}

/** Under this name local storage holds that somebody wants to stay signed in after the browser closes. */
export const rememberedKey = 'vfp.remember';

/** How long a session is kept by what was chosen at the sign-in: days, or null until the browser closes. */
export function rememberedDays(): number | null {
  return localStorage.getItem(rememberedKey) === null ? tokenLifetimeDays.notRemembered : tokenLifetimeDays.remembered;
}

/**
 * The token of one person's session as the last of all tabs has kept it.
 * @param userId whose; where another is signed in by now, or nobody, there is none
 */
export function keptTokenOf(userId: string): KeptToken {
  return {
    token: () => (storedMe()?.id === userId ? storedToken() : undefined),
    since: () => storedSession()?.kept?.since,
    keep(fresh) {
      const me = storedMe();
      const { days = rememberedDays() } = storedSession()?.kept ?? {};
      if (me?.id !== userId) return;
      keepToken(fresh, days);
      storeMe(me, days === null ? null : cookies.userData.days);
    },
  };
}

function storedSession(): StoredSession | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as StoredSession;
  } catch {
    return undefined;
  }
}

/** Remembers what has changed about the person. */
export function storeMe(me: Me, days: number | null): void {
  const { id, role, plan, flags } = me;
  setCookie('userData', JSON.stringify({ id, role, plan, flags }), days);
  localStorage.setItem(personKey, JSON.stringify(me));
  const before = storedSession();
  const kept = before?.userId === id && before.kept !== undefined ? { kept: before.kept } : {};
  localStorage.setItem(key, JSON.stringify({ userId: id, flags, ...kept } satisfies StoredSession));
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
  ofThisPage.delete(name);
  // A browser that takes none at all: it lasts as long as the page.
  if (value !== '' && cookie(name) !== value) ofThisPage.set(name, value);
}

const ofThisPage = new Map<string, string>();

/** One cookie of this page; undefined when it is not there or empty. */
export function cookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) !== name) continue;
    const value = decodeURIComponent(part.slice(at + 1));
    return value === '' ? undefined : value;
  }
  return ofThisPage.get(name);
}
