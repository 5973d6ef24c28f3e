import { Refusal } from '#domain/errors.ts';

interface Waiting {
  go: () => void;
  refuse: () => void;
}

/**
 * Costly work that goes on a few at a time; some may wait for their turn, and everybody else is told when to come back. Those
 * for whom it is done take turns with each other: who asks for much waits behind their own requests, and when the room for
 * waiting is full, gives way to who asks for less.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #refusal: () => Refusal;
  #running = 0;
  #waiting = 0;
  /** By whom the work is for; whose turn is next stands first. */
  readonly #queues = new Map<string, Waiting[]>();

  constructor(atOnce: number, mayWait: number, refusal: () => Refusal) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#refusal = refusal;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * @param whose for whom it is done: a person, a network
   * @throws the refusal when there is no room to wait, or when it was given to somebody who asks for less
   */
  async run<T>(work: () => Promise<T>, whose = ''): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#wait(whose);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#running--;
      else next.go();
    }
  }

  #wait(whose: string): Promise<void> {
    const mine = this.#queues.get(whose) ?? [];
    if (this.#waiting >= this.#mayWait) this.#makeRoom(mine.length);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    mine.push({ go: resolve, refuse: () => reject(this.#refusal()) });
    this.#queues.set(whose, mine);
    this.#waiting++;
    return promise;
  }

  /** Sends away the last who came of those that wait most. @throws when nobody has clearly more than the newcomer */
  #makeRoom(has: number): void {
    const longest = [...this.#queues.values()].reduce<Waiting[]>(
      (most, each) => (each.length > most.length ? each : most),
      [],
    );
    if (longest.length <= has + 1) throw this.#refusal();
    longest.pop()?.refuse();
    this.#waiting--;
  }

  #next(): Waiting | undefined {
    const [first] = this.#queues;
    if (first === undefined) return undefined;
    const [whose, queue] = first;
    const next = queue.shift();
    this.#queues.delete(whose);
    if (queue.length > 0) this.#queues.set(whose, queue);
    this.#waiting--;
    return next;
  }
}

/** Come back, but not all at the same moment. */
export function comeBackWithin(ms: number): Refusal {
  return new Refusal('UNAVAILABLE', { retryAfterMs: Math.ceil((0.3 + 0.7 * Math.random()) * ms) });
}
