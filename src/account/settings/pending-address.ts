/** The address whose code is awaited. It is stored for this tab, so that a reload asks for no second code. */

const key = 'vfp.new-address';

interface PendingAddress {
  userId: string;
  email: string;
}

/** Stores the address that a code was sent to. */
export function keepPendingAddress(userId: string, email: string): void {
  sessionStorage.setItem(key, JSON.stringify({ userId, email } satisfies PendingAddress));
}

/** Returns the address that this user's last code was sent to. */
export function pendingAddressOf(userId: string): string | undefined {
  const text = sessionStorage.getItem(key);
  const pending = text === null ? undefined : (JSON.parse(text) as PendingAddress);
  return pending?.userId === userId ? pending.email : undefined;
}

/** Deletes the stored address. */
export function forgetPendingAddress(): void {
  sessionStorage.removeItem(key);
}
