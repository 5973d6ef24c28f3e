import { limits } from '#domain/limits.ts';
import { createApi, type ApiOptions } from './http.ts';

/** The token this device keeps for one person; all tabs share it. */
export interface KeptToken {
  /** Undefined when nobody is signed in here any more, or somebody else. */
  token(): string | undefined;
  /** When it was kept, by this device's clock; undefined where an older version of the app kept it. */
  since(): number | undefined;
  /** Keeps this one from now on. */
  keep(token: string): void;
}

/** The name of the lock under which one tab renews. */
const lockName = 'vfp-renewal';

/**
 * Renews the session's token once a day while the app is in contact, so that whoever uses it daily is not signed out when
 * the cookie's days are over. One tab does it; the others read the token anew for each call. The old one lives on until a
 * minute after the new one is used first, for what is under way, and an answer that is lost ends nothing.
 * @param now milliseconds since 1970 by this device's clock, as `since` was
 */
export async function renewWhenDue(
  kept: KeptToken,
  caller: Omit<ApiOptions, 'token'>,
  now: () => number,
  locks: Pick<LockManager, 'request'>,
): Promise<void> {
  if (!isDue(kept, now())) return;
  await locks.request(lockName, { ifAvailable: true }, async (lock) => {
    const token = kept.token();
    // Another tab is at it, or just was.
    if (lock === null || token === undefined || !isDue(kept, now())) return;
    const fresh = await renewed(token, caller);
    // Signed out or in meanwhile: the session this is of has ended, or is nobody's here.
    if (fresh !== undefined && kept.token() === token) kept.keep(fresh);
  });
}

function isDue(kept: KeptToken, now: number): boolean {
  const [token, since] = [kept.token(), kept.since()];
  if (token === undefined) return false;
  // Pages of the version before would not find the new one: its days begin now.
  if (since === undefined) kept.keep(token);
  // A clock that was set back says nothing: a renewal too many does no harm.
  return since !== undefined && (now < since || now - since >= limits.renewTokenMs);
}

/** Undefined when no answer came: what this asked for is then asked for again at the next contact. */
async function renewed(token: string, caller: Omit<ApiOptions, 'token'>): Promise<string | undefined> {
  const api = createApi({ ...caller, token: () => token });
  // That the session is over, the next call finds out and says.
  const reply = await api
    .json<{ accessToken: string }>({ method: 'POST', path: '/auth/getToken' })
    .catch(() => undefined);
  return reply?.accessToken;
}
