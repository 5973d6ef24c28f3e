/** What one minute still holds for somebody. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** When the next minute begins. */
  resetMs: number;
}

const minuteMs = 60_000;

/** So much a minute for each key, counted by whole minutes, by this process alone: it protects the process. */
export class Allowance {
  readonly #perMinute: number;
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  take(key: string): Taken {
    const now = performance.now();
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return {
      isAllowed: count <= this.#perMinute,
      limit: this.#perMinute,
      remaining: Math.max(0, this.#perMinute - count),
      resetMs: Math.ceil((minute + 1) * minuteMs - now),
    };
  }
}
