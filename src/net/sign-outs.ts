import { limits } from '#domain/limits.ts';
import { logout } from './auth.ts';
import { SignedOut } from './errors.ts';
import { createApi, type ApiOptions } from './http.ts';
import { dropSignOut, isSignOutUntold, untoldSignOuts } from './untold-sign-outs.ts';

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server of every sign-out it has not heard of, once each; what gets no answer of ours is tried again later by
 * itself. Resolves when all were tried, and never fails.
 */
export async function sendSignOuts(caller: Omit<ApiOptions, 'token'>): Promise<void> {
  clearTimeout(again);
  await Promise.all(untoldSignOuts().map((token) => send(token, caller)));
  if (isSignOutUntold()) again = setTimeout(() => void sendSignOuts(caller), limits.signOutAgainMs);
}

async function send(token: string, caller: Omit<ApiOptions, 'token'>): Promise<void> {
  try {
    await logout(createApi({ ...caller, token: () => token }));
  } catch (error) {
    // A session that is over already is what was wanted.
    if (!(error instanceof SignedOut)) return;
  }
  dropSignOut(token);
}
