/**
 * Pending sign-outs: tokens of sessions that have ended on this device but not yet on the server. They are stored apart
 * from the user's data, survive the page and the browser, and are deleted when the server has replied.
 */

const key = 'vfp.signOuts';

/** Stores a token until the server has ended its session. */
export function storeSignOut(token: string): void {
  localStorage.setItem(key, `${localStorage.getItem(key) ?? ''} ${token}`);
}

/** Whether a sign-out is pending. */
export const isSignOutPending = (): boolean => localStorage.getItem(key) !== null;

/** Returns the tokens of pending sign-outs. */
export function pendingSignOuts(): string[] {
  return [...new Set(localStorage.getItem(key)?.split(' ').filter(Boolean))];
}

/** Deletes the token of a session that the server has ended. */
export function dropSignOut(token: string): void {
  const left = pendingSignOuts().filter((other) => other !== token);
  if (left.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, left.join(' '));
  // The browser notifies other tabs; this one needs an event of its own.
  globalThis.dispatchEvent(new Event('storage'));
}
