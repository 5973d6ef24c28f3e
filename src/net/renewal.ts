import { type Api, createApi, type ApiOptions } from './http.ts';
import { deadlines } from './deadlines.ts';
import { underLock, untilSilent } from './lock-within.ts';
import { call } from './call.ts';
import { HOUR } from '#domain/ground/units.ts';

/** A token that the device has kept for this long is renewed at the next contact with the server. */
const renewTokenMs = 24 * HOUR;

/** The stored token of one user, which all tabs share. */
export interface StoredToken {
  /** Undefined when this user is no longer signed in on the device. */
  token(): string | undefined;
  /** Time of storing it, by the device's clock in ms; undefined when an older version of the app stored it. */
  since(): number | undefined;
  /** Stores this token. */
  keep(token: string): void;
}

/** Web Lock that lets one tab renew at a time. */
const lockName = 'vfp-renewal';

/**
 * Renews the session's token once a day while the server is reachable, so that daily users are not signed out when the
 * cookie expires. One tab renews; the others read the token for each call. The old token stays valid until a minute
 * after the first use of the new one, for calls in flight and for a lost reply.
 * @param now the device's clock in ms since 1970, as for `since`
 */
export async function renewWhenDue(
  kept: StoredToken,
  caller: Omit<ApiOptions, 'token'>,
  now: () => number,
  locks: Pick<LockManager, 'request'>,
): Promise<void> {
  if (!isDue(kept, now())) return;
  const renew = async (lock: unknown): Promise<void> => {
    const token = kept.token();
    // Another tab is renewing, or has just renewed.
    if (lock === null || token === undefined || !isDue(kept, now())) return;
    const fresh = await renewed(token, caller);
    // Stored only if the same session is still signed in on this device.
    if (fresh !== undefined && kept.token() === token) kept.keep(fresh);
  };
  // Without the lock two tabs may renew: the first one's token is stored, and the other's is never used.
  await underLock((held) => locks.request(lockName, { ifAvailable: true }, held), renew, untilSilent);
}

/** Whether the token should be renewed. Also stores the present time for a token that has none. */
function isDue(kept: StoredToken, now: number): boolean {
  const [token, since] = [kept.token(), kept.since()];
  if (token === undefined) return false;
  // An older version stored this token without a time, so its age counts from now.
  if (since === undefined) kept.keep(token);
  // After the clock was set back the age is unknown; one renewal too many does no harm.
  return since !== undefined && (now < since || now - since >= renewTokenMs);
}

/** Requests a new token. @returns undefined after any failure; the next contact with the server tries again */
async function renewed(token: string, caller: Omit<ApiOptions, 'token'>): Promise<string | undefined> {
  // If the session has ended, the next call reports it.
  return await exchangeToken(createApi({ ...caller, token: () => token })).catch(() => undefined);
}

/** Exchanges the token of this client for a new one. The old one ends a minute after the first use of the new one. */
export async function exchangeToken(api: Api): Promise<string> {
  return (await call(api, 'POST /auth/getToken', { timeoutMs: deadlines.renewal })).accessToken;
}
