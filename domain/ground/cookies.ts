export const tokenDaysOnLogin = 7;
const tokenDaysFromLink = 30;
export const conversationCookieDays = 30;
export const deviceCookieDays = 400;
export const consentCookieDays = 180;

/** A cookie. The page itself sets every cookie of the app, for the whole site; none is sent to other sites. */
export interface CookieRow {
  /** Description of the value. */
  holds: string;
  /** Lifetime in days; null until the browser closes. */
  days: number | null;
  /** Whether signing out deletes it. */
  endsWithSession: boolean;
}

export const cookies = {
  // Readable by scripts, because the sockets and the service worker need it. REST never reads it.
  at: { holds: 'the token of the session', days: tokenDaysOnLogin, endsWithSession: true },
  userData: {
    holds: 'id, role, plan and flags of the user; nothing secret',
    days: tokenDaysOnLogin,
    endsWithSession: true,
  },
  conversation_id: {
    holds: 'the last conversation with the assistant',
    days: conversationCookieDays,
    endsWithSession: true,
  },
  deviceId: { holds: 'the fingerprint of the device', days: deviceCookieDays, endsWithSession: false },
  cookie_consent: { holds: 'what was consented to', days: consentCookieDays, endsWithSession: false },
} as const satisfies Record<string, CookieRow>;

export type CookieName = keyof typeof cookies;

/** Days for which a device keeps the token, by sign-in; null until the browser closes. Never extends the session. */
export const tokenLifetimeDays = {
  /** Days with 'Remember me', and after entering a code sent by e-mail. */
  remembered: tokenDaysOnLogin,
  /** Without 'Remember me'. */
  notRemembered: null,
  /** Days with `?token=` in the URL. */
  fromLink: tokenDaysFromLink,
} as const;

/** Names of the cookies that are deleted when the session ends. */
export const sessionCookies = (Object.keys(cookies) as CookieName[]).filter((name) => cookies[name].endsWithSession);

/**
 * Returns a cookie in the syntax of `document.cookie`.
 * @param days lifetime in days; null until the browser closes, 0 to delete the cookie
 * @param secure whether the page was loaded over HTTPS or from localhost; elsewhere browsers reject secure cookies
 */
export function cookieText(name: CookieName, value: string, days: number | null, secure: boolean): string {
  const life = days === null ? '' : `; max-age=${days * 24 * 60 * 60}`;
  return `${name}=${encodeURIComponent(value)}; path=/${life}; samesite=lax${secure ? '; secure' : ''}`;
}
