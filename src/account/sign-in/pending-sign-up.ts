/** A sign-up that waits for its code. It is stored for this tab, so that a reload asks for nothing twice. */
export interface PendingSignUp {
  email: string;
  /** Id of the sign-up on the server. */
  id: string;
}

const key = 'vfp.sign-up';

/** Stores the sign-up for this tab. */
export function keepSignUp(pending: PendingSignUp): void {
  sessionStorage.setItem(key, JSON.stringify(pending));
}

/** Returns the stored sign-up. */
export function pendingSignUp(): PendingSignUp | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as PendingSignUp);
}

/** Deletes the stored sign-up. */
export function forgetSignUp(): void {
  sessionStorage.removeItem(key);
}
