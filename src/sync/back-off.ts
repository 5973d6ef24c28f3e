import { limits } from '#domain/limits.ts';

/** How long to wait after failures in a row: the listed delays, spread over their upper half so that a crowd does not return at once. */
export class BackOff {
  #failures = 0;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Milliseconds until the next try; never less than the server asked for. */
  next(retryAfterMs = 0): number {
    const delays = limits.retryDelaysMs;
    const delay = delays[Math.min(this.#failures, delays.length - 1)] ?? 0;
    this.#failures++;
    return Math.max(retryAfterMs, Math.round(delay * (0.5 + this.#random() / 2)));
  }

  /** The last try worked, or the network has come back. */
  reset(): void {
    this.#failures = 0;
  }
}
