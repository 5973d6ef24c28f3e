import { Refused, SignedOut, Unreachable } from '../net/errors.ts';

/**
 * Returns a function that runs a refresh, or waits for the one that runs. Without a reply, or after one of these
 * refusals, what the device has stays as it is.
 * @param refusals statuses of refusals that are no fault
 * @throws what else the refresh throws
 */
export function oneAtATime(refresh: () => Promise<void>, refusals: readonly number[]): () => Promise<void> {
  let running: Promise<void> | undefined;
  const ignoreOutage = (error: unknown): void => {
    if (error instanceof Unreachable || error instanceof SignedOut) return;
    if (error instanceof Refused && refusals.includes(error.status)) return;
    throw error;
  };
  return () =>
    (running ??= refresh()
      .catch(ignoreOutage)
      .finally(() => (running = undefined)));
}
