import type { Refusal } from '#domain/ground/errors.ts';
import { Turns } from './turns.ts';

/** Turns of each key, such as a user or a network: a few at once of each, however many the others have. */
export class TurnsOfEach {
  readonly #newTurns: () => Turns;
  /** Keys without a call are forgotten: callers choose them. */
  readonly #ofKeys = new Map<string, { turns: Turns; calls: number }>();

  /** Takes the limits of `Turns`, for each key. */
  constructor(atOnce: number, mayWait: number, refusal: () => Refusal) {
    this.#newTurns = () => new Turns(atOnce, mayWait, refusal);
  }

  /** Number of keys that have a call running or waiting. */
  get keys(): number {
    return this.#ofKeys.size;
  }

  /** Number of calls that wait for their turn. */
  get waiting(): number {
    return [...this.#ofKeys.values()].reduce((sum, { turns }) => sum + turns.waiting, 0);
  }

  /**
   * @param whose groups of the key's calls that take turns, as of `Turns`
   * @throws the refusal when too many calls of this key wait
   */
  async run<T>(key: string, work: () => Promise<T>, whose = ''): Promise<T> {
    const own = this.#ofKeys.get(key) ?? { turns: this.#newTurns(), calls: 0 };
    this.#ofKeys.set(key, own);
    own.calls++;
    try {
      return await own.turns.run(work, whose);
    } finally {
      own.calls--;
      if (own.calls === 0) this.#ofKeys.delete(key);
    }
  }
}
