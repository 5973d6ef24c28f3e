import { serverLimits } from '#domain/server-limits.ts';

/** What one minute still holds for somebody. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  /** What was taken in this minute, here and, as far as is known, elsewhere. */
  count: number;
  remaining: number;
  /** When the next minute begins. */
  resetMs: number;
}

/** What one key has taken in a minute. */
interface Count {
  here: number;
  /** So much of it the other processes know of. */
  told: number;
  elsewhere: number;
}

const minuteMs = 60_000;

/**
 * So much a minute for each key, counted by whole minutes, here at once and for all processes together as soon as they have told
 * each other (`shared-counts.ts`). Who takes little is not worth telling of.
 */
export class Allowance {
  readonly #perMinute: number;
  readonly #worthTelling: number;
  #minute = 0;
  #counts = new Map<string, Count>();
  #tellNow: (() => void) | undefined;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#worthTelling = perMinute * serverLimits.countShareTold;
  }

  /** Takes so much for somebody; what is refused counts too. A call never costs more than a minute holds. */
  take(key: string, cost = 1): Taken {
    const now = Date.now();
    const counts = this.#countsOf(Math.floor(now / minuteMs));
    const count = counts.get(key) ?? { here: 0, told: 0, elsewhere: 0 };
    counts.set(key, count);
    count.here += Math.min(cost, this.#perMinute);
    const all = count.here + count.elsewhere;
    const isAllowed = all <= this.#perMinute;
    if (isAllowed && count.here - count.told >= this.#worthTelling) this.#tellNow?.();
    return {
      isAllowed,
      limit: this.#perMinute,
      count: all,
      remaining: Math.max(0, this.#perMinute - all),
      resetMs: (this.#minute + 1) * minuteMs - now,
    };
  }

  /** Has somebody tell the other processes at once when there is much to tell. */
  onMuch(tellNow: () => void): void {
    this.#tellNow = tellNow;
  }

  /** What the other processes do not know of yet and should, in this minute. */
  untold(minute: number): { key: string; more: number }[] {
    return [...this.#countsOf(minute)].flatMap(([key, { here, told, elsewhere }]) => {
      const isWorth = here > told && here + elsewhere >= this.#worthTelling && told + elsewhere <= this.#perMinute;
      return isWorth ? [{ key, more: here - told }] : [];
    });
  }

  /** They know of so much more now, and all together have taken `total`. */
  told(minute: number, key: string, more: number, total: number): void {
    const count = this.#countsOf(minute).get(key);
    if (count === undefined) return;
    count.told += more;
    count.elsewhere = Math.max(0, total - count.told);
  }

  /** The counts of a minute; what is not of the present one is forgotten, or not kept. */
  #countsOf(minute: number): Map<string, Count> {
    if (minute < this.#minute) return new Map();
    if (minute > this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    return this.#counts;
  }
}

/** The present minute, the same for all processes whose clocks agree. */
export function minuteNow(): number {
  return Math.floor(Date.now() / minuteMs);
}
