/** A use of the budget: a body that is being read or handled. */
export interface Held {
  caller: string;
  bytes: number;
  /** Ends what holds the bytes, if it can be ended; the holder then gives them back. */
  end: () => boolean;
}

/**
 * Limits the bytes that are held in memory at once, by each caller and by all together. When all together hold too
 * much, the caller with the most gives way to one with clearly less.
 */
export class ByteBudget {
  readonly #perCaller: number;
  readonly #ofAll: number;
  readonly #held = new Map<string, Set<Held>>();
  #all = 0;

  constructor(perCaller: number, ofAll: number) {
    this.#perCaller = perCaller;
    this.#ofAll = ofAll;
  }

  get bytes(): number {
    return this.#all;
  }

  /** Takes the bytes. @returns false when they do not fit; a single body of a caller without others always fits */
  take(held: Held): boolean {
    const { caller, bytes } = held;
    const own = this.#bytesOf(caller);
    if (own > 0 && own + bytes > this.#perCaller) return false;
    while (this.#all + bytes > this.#ofAll && this.#makeRoomFor(own + bytes));
    if (this.#all > 0 && this.#all + bytes > this.#ofAll) return false;
    const theirs = this.#held.get(caller) ?? new Set();
    this.#held.set(caller, theirs.add(held));
    this.#all += bytes;
    return true;
  }

  /** Gives the bytes back; harmless when they were given back before. */
  giveBack(held: Held): void {
    const theirs = this.#held.get(held.caller);
    if (theirs?.delete(held) !== true) return;
    this.#all -= held.bytes;
    if (theirs.size === 0) this.#held.delete(held.caller);
  }

  #bytesOf(caller: string): number {
    return [...(this.#held.get(caller) ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Ends the oldest body of the caller with the most bytes. @returns false when none has more than `bytes` */
  #makeRoomFor(bytes: number): boolean {
    const [most] = [...this.#held.keys()]
      .map((caller) => ({ caller, theirs: this.#bytesOf(caller) }))
      .toSorted((a, b) => b.theirs - a.theirs);
    if (most === undefined || most.theirs <= bytes) return false;
    for (const each of this.#held.get(most.caller) ?? []) {
      if (!each.end()) continue;
      this.giveBack(each);
      return true;
    }
    return false;
  }
}
