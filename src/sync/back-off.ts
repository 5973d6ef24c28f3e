import { retryPolicy } from '#domain/spine/retry-policy.ts';

/** Counts failed calls in a row and draws the pause after each, as `retryPolicy` says. */
export class BackOff {
  #failures = 0;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns the milliseconds until the next try, never less than the server's Retry-After. */
  next(retryAfterMs = 0): number {
    const { delaysMs, jitter } = retryPolicy;
    const delay = delaysMs[Math.min(this.#failures, delaysMs.length - 1)] ?? 0;
    this.#failures++;
    return Math.max(retryAfterMs, Math.round(delay * (1 - jitter + this.#random() * jitter)));
  }

  /** Resets the count. Call when a call succeeds, or when the network is back. */
  reset(): void {
    this.#failures = 0;
  }
}
