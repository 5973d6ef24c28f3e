/**
 * Adapts the size of calls to the network: larger after quick replies, smaller after slow or missing ones. A call that
 * is too large for its time-out would be retried for ever, and nothing would arrive.
 */
export class AdaptiveSize {
  #size: number;
  #most: number;
  readonly #first: number;
  readonly #least: number;

  /** All sizes are in one unit of the caller's choice, such as bytes or events. */
  constructor({ first, least, most }: { first: number; least: number; most: number }) {
    this.#size = first;
    this.#first = first;
    this.#least = least;
    this.#most = most;
  }

  /** Largest size of the next call. */
  get size(): number {
    return this.#size;
  }

  /** Records a call of this size that got its reply after `ms` milliseconds. */
  answered(size: number, ms: number): void {
    if (ms < roomToGrowMs) this.#size = Math.max(this.#size, Math.min(this.#most, size * 2));
    // A call of less than half the current size was not slow because of its size.
    else if (ms > slowMs && size * 2 > this.#size) this.#shrink(size / 2);
  }

  /**
   * Records a call of up to this size that had no reply after `ms` milliseconds. One that fails within `atOnceMs` says
   * nothing about the size.
   */
  unanswered(size: number, ms: number): void {
    if (ms > atOnceMs) this.#shrink(size / 4);
  }

  /** Records that the server does not accept this size: an older server may have lower limits. */
  refused(): void {
    this.#most = this.#first;
    this.#size = Math.min(this.#size, this.#first);
  }

  /** Records that a call of this size is too large for the server, or for what is in between. */
  tooLarge(size: number): void {
    this.#most = Math.max(this.#least, Math.min(this.#most, Math.floor(size / 2)));
    this.#size = Math.min(this.#size, this.#most);
  }

  #shrink(to: number): void {
    this.#size = Math.min(this.#size, Math.max(this.#least, Math.floor(to)));
  }
}

/** A call that fails sooner has not met a slow network: there is none, or it was refused. */
const atOnceMs = 1000;
/** Below this, a call of twice the size is still far from `slowMs`. */
const roomToGrowMs = 3000;
/** Well below the time-out of a call, `syncTimeoutMs`. */
const slowMs = 8000;
