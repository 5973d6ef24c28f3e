/**
 * Sign-outs the server has not heard of: the tokens of sessions that have ended on this device. They lie apart from
 * everything of a person, outlive the page and the browser, and go as soon as the server has answered.
 */
const key = 'vfp.signOuts';

/** Keeps a token until the server has ended its session. */
export function keepSignOut(token: string): void {
  localStorage.setItem(key, `${localStorage.getItem(key) ?? ''} ${token}`);
}

/** Whether the server is still to be told of one. */
export const isSignOutUntold = (): boolean => localStorage.getItem(key) !== null;

/** The tokens whose sessions the server is still to end. */
export function untoldSignOuts(): string[] {
  return [...new Set(localStorage.getItem(key)?.split(' ').filter(Boolean))];
}

/** The server has ended this session: its token goes. */
export function dropSignOut(token: string): void {
  const left = untoldSignOuts().filter((other) => other !== token);
  if (left.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, left.join(' '));
  // Other tabs hear of it by themselves.
  globalThis.dispatchEvent(new Event('storage'));
}
