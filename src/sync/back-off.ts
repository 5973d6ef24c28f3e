import { retryPolicy } from '#domain/spine/retry-policy.ts';

/**
 * Returns the milliseconds until the next try, as `retryPolicy` says; never less than the server's Retry-After.
 * @param failures number of failed calls in a row before this one
 * @param random a random number in [0, 1)
 */
export function backOffMs(failures: number, random: number, retryAfterMs = 0): number {
  const { delaysMs, jitter } = retryPolicy;
  const delay = delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0;
  return Math.max(retryAfterMs, Math.round(delay * (1 - jitter + random * jitter)));
}
