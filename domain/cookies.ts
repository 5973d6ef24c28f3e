import { limits } from './limits.ts';

/** Every cookie there is. All of them are set by the page itself, for the whole site, and are sent to no other site. */
export interface CookieRow {
  /** What is in it. */
  holds: string;
  /** How long it lives; null: until the browser closes. */
  days: number | null;
  /** Whether signing out deletes it. */
  endsWithSession: boolean;
}

export const cookies = {
  // Read by script: the sockets and the service worker need it. REST never reads it.
  at: { holds: 'the token of the session', days: limits.tokenDaysOnLogin, endsWithSession: true },
  userData: {
    holds: 'id, role, plan and flags of the person; nothing secret',
    days: limits.tokenDaysOnLogin,
    endsWithSession: true,
  },
  conversation_id: {
    holds: 'the last conversation with the assistant',
    days: limits.conversationCookieDays,
    endsWithSession: true,
  },
  deviceId: { holds: 'the fingerprint of the device', days: limits.deviceCookieDays, endsWithSession: false },
  cookie_consent: { holds: 'what was consented to', days: limits.consentCookieDays, endsWithSession: false },
} as const satisfies Record<string, CookieRow>;

export type CookieName = keyof typeof cookies;

/** How somebody came in decides how long this device keeps the token; the session itself never lives longer for it. */
export const tokenLives = {
  /** With 'Remember me', and after a code from a letter. */
  remembered: limits.tokenDaysOnLogin,
  /** Without it: until the browser closes. */
  notRemembered: null,
  /** By `?token=` in an address. */
  fromLink: limits.tokenDaysFromLink,
} as const;

/** The names of the cookies that go when the session ends. */
export const sessionCookies = (Object.keys(cookies) as CookieName[]).filter((name) => cookies[name].endsWithSession);

/**
 * A cookie as `document.cookie` takes it.
 * @param days how long it lives; null until the browser closes, 0 to delete it
 * @param secure whether the page came over https, or from this machine; on http elsewhere nothing could be set otherwise
 */
export function cookieText(name: CookieName, value: string, days: number | null, secure: boolean): string {
  const life = days === null ? '' : `; max-age=${days * 24 * 60 * 60}`;
  return `${name}=${encodeURIComponent(value)}; path=/${life}; samesite=lax${secure ? '; secure' : ''}`;
}
