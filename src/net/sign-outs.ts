import { call } from './call.ts';
import { deadlines } from './deadlines.ts';
import { SignedOut } from './errors.ts';
import { createApi, type ApiOptions } from './http.ts';
import { dropSignOut, isSignOutPending, pendingSignOuts } from './pending-sign-outs.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Retry interval for a sign-out that has not reached the server. */
const signOutAgainMs = 15 * SECOND;

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends each pending sign-out to the server once. Those without a reply stay pending for the next call. Resolves when
 * all were tried, and never rejects.
 */
export async function sendSignOuts(caller: Omit<ApiOptions, 'token'>): Promise<void> {
  clearTimeout(again);
  await Promise.all(pendingSignOuts().map((token) => send(token, caller)));
  if (isSignOutPending()) again = setTimeout(() => void sendSignOuts(caller), signOutAgainMs);
}

async function send(token: string, caller: Omit<ApiOptions, 'token'>): Promise<void> {
  try {
    await call(createApi({ ...caller, token: () => token }), 'GET /auth/logout', { timeoutMs: deadlines.signOut });
  } catch (error) {
    // A session that has ended already is the intended result.
    if (!(error instanceof SignedOut)) return;
  }
  dropSignOut(token);
}
