import { limits } from '#domain/limits.ts';
import { logout } from './auth.ts';
import { SignedOut } from './errors.ts';
import { createApi, type ApiOptions } from './http.ts';

/**
 * Sign-outs the server has not heard of: the tokens of sessions that have ended on this device. They lie apart from
 * everything of a person, outlive the page and the browser, and go as soon as the server has answered.
 */
const key = 'vfp.signOuts';
const changed = new EventTarget();

/** Keeps a token until the server has ended its session. */
export function keepSignOut(token: string): void {
  write([...unsentSignOuts().filter((other) => other !== token), token]);
}

/** The tokens whose sessions the server is still to end. */
export function unsentSignOuts(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string') : [];
  } catch {
    return [];
  }
}

/** Calls the listener when there are more or fewer, also by another tab; gives the end of it. */
export function onSignOuts(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  addEventListener('storage', listener);
  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server of every sign-out it has not heard of, once each; what gets no answer of ours is tried again later by
 * itself. Resolves when all were tried, and never fails.
 */
export async function sendSignOuts(caller: Omit<ApiOptions, 'token'>): Promise<void> {
  clearTimeout(again);
  await Promise.all(unsentSignOuts().map((token) => send(token, caller)));
  if (unsentSignOuts().length > 0) again = setTimeout(() => void sendSignOuts(caller), limits.signOutAgainMs);
}

async function send(token: string, caller: Omit<ApiOptions, 'token'>): Promise<void> {
  try {
    await logout(createApi({ ...caller, token: () => token }));
  } catch (error) {
    // A session that is over already is what was wanted.
    if (!(error instanceof SignedOut)) return;
  }
  write(unsentSignOuts().filter((other) => other !== token));
}

function write(tokens: string[]): void {
  if (tokens.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(tokens));
  changed.dispatchEvent(new Event('change'));
}
