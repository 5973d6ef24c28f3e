/** A sign-up whose code is still in the mail: kept for this tab, so that a reload asks for nothing twice. */
export interface PendingSignUp {
  email: string;
  /** What the sign-up goes by on the server. */
  id: string;
}

const key = 'vfp.sign-up';

export function keepSignUp(pending: PendingSignUp): void {
  sessionStorage.setItem(key, JSON.stringify(pending));
}

export function pendingSignUp(): PendingSignUp | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as PendingSignUp);
}

export function forgetSignUp(): void {
  sessionStorage.removeItem(key);
}
