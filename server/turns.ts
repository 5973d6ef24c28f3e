import { Refusal } from '#domain/errors.ts';

/** Costly work that goes on a few at a time; some may wait for their turn, and everybody else is told when to come back. */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #refusal: () => Refusal;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, mayWait: number, refusal: () => Refusal) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#refusal = refusal;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mayWait) throw this.#refusal();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** Come back, but not all at the same moment. */
export function comeBackWithin(ms: number): Refusal {
  return new Refusal('UNAVAILABLE', { retryAfterMs: Math.ceil((0.3 + 0.7 * Math.random()) * ms) });
}
