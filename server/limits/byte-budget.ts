/** A use of the budget: a body that is being read or handled. */
export interface BudgetUse {
  caller: string;
  /** Bytes that it holds. They grow while it arrives. */
  bytes: number;
  /** Whether it will stay small: a share of each caller's part is for such bodies alone. */
  isSmall: boolean;
  /** Ends what holds the bytes, if it can be ended; the holder then gives them back. */
  end: () => boolean;
}

/** The most bytes that are held at once. */
export interface Budget {
  perCaller: number;
  /** The share of a caller's bytes that large bodies leave to small ones, such as a sign-in. */
  shareOfSmall: number;
  ofAll: number;
}

/**
 * Limits the bytes that are held in memory at once, by each caller and by all together. When all together hold too
 * much, the caller with the most gives way to one with clearly less.
 */
export class ByteBudget {
  readonly #budget: Budget;
  readonly #callers = new Map<string, { bytes: number; bodies: Set<BudgetUse> }>();
  #all = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#all;
  }

  /** Takes the bytes. @returns false when they do not fit; a single body of a caller without others always fits */
  take(held: BudgetUse): boolean {
    if (!this.#hasRoom(held, held.bytes, 0)) return false;
    const own = this.#callers.get(held.caller) ?? { bytes: 0, bodies: new Set() };
    this.#callers.set(held.caller, own);
    own.bodies.add(held);
    this.#count(held.caller, held.bytes);
    return true;
  }

  /** Takes more bytes for a body. @returns false when they do not fit, or it has been ended */
  grow(held: BudgetUse, more: number): boolean {
    if (this.#callers.get(held.caller)?.bodies.has(held) !== true) return false;
    if (!this.#hasRoom(held, more, held.bytes)) return false;
    held.bytes += more;
    this.#count(held.caller, more);
    return true;
  }

  /** Gives the bytes back; harmless when they were given back before. */
  giveBack(held: BudgetUse): void {
    const own = this.#callers.get(held.caller);
    if (own?.bodies.delete(held) !== true) return;
    this.#count(held.caller, -held.bytes);
    if (own.bodies.size === 0) this.#callers.delete(held.caller);
  }

  #count(caller: string, bytes: number): void {
    this.#all += bytes;
    const own = this.#callers.get(caller);
    if (own !== undefined) own.bytes += bytes;
  }

  /** Whether more bytes fit for a body that holds `before`; others may be ended for that. */
  #hasRoom({ caller, isSmall }: BudgetUse, more: number, before: number): boolean {
    const { perCaller, shareOfSmall, ofAll } = this.#budget;
    const own = this.#callers.get(caller)?.bytes ?? 0;
    const most = isSmall ? perCaller : perCaller * (1 - shareOfSmall);
    if (own > before && own + more > most) return false;
    while (this.#all + more > ofAll && this.#makeRoomFor(own + more));
    return this.#all === before || this.#all + more <= ofAll;
  }

  /**
   * Ends the oldest body of a caller with more than `bytes`, of those with the most first.
   * @returns false when none ends
   */
  #makeRoomFor(bytes: number): boolean {
    for (const each of [...this.#callers.values()].toSorted((a, b) => b.bytes - a.bytes)) {
      if (each.bytes <= bytes) return false;
      for (const body of each.bodies) {
        if (!body.end()) continue;
        this.giveBack(body);
        return true;
      }
    }
    return false;
  }
}
