/**
 * How much goes in one call: more while answers come quickly, less after a call that had none. A call has to end within
 * its time on every network: one that is too large for it would be made again and again, and nothing would ever arrive.
 */
export class Pace {
  #size: number;
  readonly #least: number;
  readonly #most: number;

  /** In any unit, the same everywhere: how much at first, and between which bounds. */
  constructor({ first, least, most }: { first: number; least: number; most: number }) {
    this.#size = first;
    this.#least = least;
    this.#most = most;
  }

  /** At most so much in the next call. */
  get size(): number {
    return this.#size;
  }

  /** A call that carried so much was answered after this time. */
  answered(size: number, ms: number): void {
    if (ms < quickMs) this.#size = Math.max(this.#size, Math.min(this.#most, size * 2));
    else if (ms > slowMs) this.#shrink(size / 2);
  }

  /** A call that carried so much had no answer; that says nothing about its size where it was small. */
  unanswered(size: number): void {
    if (size > this.#least) this.#shrink(size / 4);
  }

  #shrink(to: number): void {
    this.#size = Math.min(this.#size, Math.max(this.#least, Math.floor(to)));
  }
}

const quickMs = 1000;
/** Well below the time a call has, `limits.syncTimeoutMs`. */
const slowMs = 8000;
