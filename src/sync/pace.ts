/**
 * How much goes in one call: more while answers come quickly, less after one that took too long. A call has to end within
 * its time on every network: one that is too large for it would be made again and again, and nothing would ever arrive.
 */
export class Pace {
  #size: number;
  #most: number;
  readonly #first: number;
  readonly #least: number;

  /** In any unit, the same everywhere: how much at first, and between which bounds. */
  constructor({ first, least, most }: { first: number; least: number; most: number }) {
    this.#size = first;
    this.#first = first;
    this.#least = least;
    this.#most = most;
  }

  /** At most so much in the next call. */
  get size(): number {
    return this.#size;
  }

  /** A call that carried so much was answered after this time. */
  answered(size: number, ms: number): void {
    if (ms < roomToGrowMs) this.#size = Math.max(this.#size, Math.min(this.#most, size * 2));
    // What carried little was slow for another reason than its size.
    else if (ms > slowMs && size * 2 > this.#size) this.#shrink(size / 2);
  }

  /** A call that might have carried so much had no answer within this time; one that fails at once met no network. */
  unanswered(size: number, ms: number): void {
    if (ms > atOnceMs) this.#shrink(size / 4);
  }

  /** Whoever is asked does not take so much: an older server, perhaps. */
  refused(): void {
    this.#most = this.#first;
    this.#size = Math.min(this.#size, this.#first);
  }

  #shrink(to: number): void {
    this.#size = Math.min(this.#size, Math.max(this.#least, Math.floor(to)));
  }
}

const atOnceMs = 1000;
/** A call of twice the size is still far from being slow. */
const roomToGrowMs = 3000;
/** Well below the time a call has, `limits.syncTimeoutMs`. */
const slowMs = 8000;
