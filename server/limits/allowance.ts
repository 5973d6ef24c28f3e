import { Refusal } from '#domain/ground/errors.ts';
import { MINUTE } from '#domain/ground/units.ts';

const countSharedFraction = 0.1;

/** The used part of one minute's limit. */
export interface LimitUse {
  isAllowed: boolean;
  limit: number;
  /** Used in this minute, here and, as far as known, in other processes. */
  count: number;
  remaining: number;
  /** Milliseconds until the next minute. */
  resetMs: number;
}

/** Use of one key in a minute. */
interface Count {
  here: number;
  /** The part that was shared with other processes. */
  shared: number;
  elsewhere: number;
}

/**
 * Limits use per key and calendar minute: at once in this process, and across processes as soon as they have shared
 * their counts (`shared-counts.ts`). Small counts are not shared.
 */
export class Allowance {
  readonly #perMinute: number;
  readonly #worthSharing: number;
  #minute = 0;
  #counts = new Map<string, Count>();
  #shareNow: (() => void) | undefined;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#worthSharing = perMinute * countSharedFraction;
  }

  /** Counts a use, also one that is refused. A single use never exceeds the limit. */
  take(key: string, cost = 1): LimitUse {
    const now = Date.now();
    const counts = this.#countsOf(Math.floor(now / MINUTE));
    const count = counts.get(key) ?? { here: 0, shared: 0, elsewhere: 0 };
    counts.set(key, count);
    count.here += Math.min(cost, this.#perMinute);
    const all = count.here + count.elsewhere;
    const isAllowed = all <= this.#perMinute;
    if (isAllowed && count.here - count.shared >= this.#worthSharing) this.#shareNow?.();
    return {
      isAllowed,
      limit: this.#perMinute,
      count: all,
      remaining: Math.max(0, this.#perMinute - all),
      resetMs: (this.#minute + 1) * MINUTE - now,
    };
  }

  /** Sets a callback that shares counts at once when they are high. */
  onHighCount(shareNow: () => void): void {
    this.#shareNow = shareNow;
  }

  /** Returns the counts of this minute that should be shared. */
  toShare(minute: number): { key: string; more: number }[] {
    return [...this.#countsOf(minute)].flatMap(([key, { here, shared, elsewhere }]) => {
      const isWorth = here > shared && here + elsewhere >= this.#worthSharing && shared + elsewhere <= this.#perMinute;
      return isWorth ? [{ key, more: here - shared }] : [];
    });
  }

  /** Records that `more` was shared, and that all processes together have used `total`. */
  noteShared(minute: number, key: string, more: number, total: number): void {
    const count = this.#countsOf(minute).get(key);
    if (count === undefined) return;
    count.shared += more;
    count.elsewhere = Math.max(0, total - count.shared);
  }

  /** Returns the counts of a minute. Counts of other minutes are dropped. */
  #countsOf(minute: number): Map<string, Count> {
    if (minute < this.#minute) return new Map();
    if (minute > this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    return this.#counts;
  }
}

/** Returns the current minute, the same for all processes whose clocks agree. */
export function minuteNow(): number {
  return Math.floor(Date.now() / MINUTE);
}

/** Takes a cost that one event of a socket has. @throws RATE_LIMITED with the time until the next minute */
export function charge(users: Allowance, userId: string, cost: number): void {
  const { isAllowed, resetMs } = users.take(userId, cost);
  if (!isAllowed) throw new Refusal('RATE_LIMITED', { retryAfterMs: resetMs });
}
