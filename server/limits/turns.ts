import { Refusal } from '#domain/errors.ts';

interface Waiting {
  go: () => void;
  refuse: () => void;
}

/** Those who wait for one group, and for each group within it. Whose turn is next stands first. */
interface Queue {
  count: number;
  own: Waiting[];
  groups: Map<string, Queue>;
}

/**
 * Costly work that goes on a few at a time; some may wait for their turn, and everybody else is told when to come back. Those
 * for whom it is done take turns with each other: who asks for much waits behind their own requests, and when the room for
 * waiting is full, gives way to who asks for less. They may be groups of groups: a network takes turns with other networks,
 * and its parts with each other.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #refusal: () => Refusal;
  #running = 0;
  readonly #all = emptyQueue();

  constructor(atOnce: number, mayWait: number, refusal: () => Refusal) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#refusal = refusal;
  }

  get waiting(): number {
    return this.#all.count;
  }

  /**
   * @param whose for whom it is done: a person, a network; or the groups that hold them, the widest first
   * @throws the refusal when there is no room to wait, or when it was given to somebody who asks for less
   */
  async run<T>(work: () => Promise<T>, whose: string | readonly string[] = ''): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#wait(typeof whose === 'string' ? [whose] : whose);
    try {
      return await work();
    } finally {
      const next = this.#all.count === 0 ? undefined : take(this.#all);
      if (next === undefined) this.#running--;
      else next.go();
    }
  }

  #wait(path: readonly string[]): Promise<void> {
    if (this.#all.count >= this.#mayWait && !makeRoom(this.#all, path)) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    add(this.#all, path, { go: resolve, refuse: () => reject(this.#refusal()) });
    return promise;
  }
}

function emptyQueue(): Queue {
  return { count: 0, own: [], groups: new Map() };
}

function add(queue: Queue, [name, ...rest]: readonly string[], one: Waiting): void {
  queue.count++;
  if (name === undefined) return void queue.own.push(one);
  const group = queue.groups.get(name) ?? emptyQueue();
  queue.groups.set(name, group);
  add(group, rest, one);
}

/** Whose turn is next; their group goes behind the others. */
function take(queue: Queue): Waiting | undefined {
  queue.count--;
  const [first] = queue.groups;
  if (first === undefined || queue.own.length > 0) return queue.own.shift();
  const [name, group] = first;
  const next = take(group);
  queue.groups.delete(name);
  if (group.count > 0) queue.groups.set(name, group);
  return next;
}

/**
 * Sends away the last who came of the group that waits most, from the widest groups down to those of the newcomer.
 * @returns false when none has clearly more than the newcomer's
 */
function makeRoom(queue: Queue, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return false;
  const mine = queue.groups.get(name);
  const longest = longestOf(queue);
  if (longest !== undefined && longest.count > (mine?.count ?? 0) + 1) {
    sendAway(queue);
    return true;
  }
  if (mine === undefined || !makeRoom(mine, rest)) return false;
  queue.count--;
  return true;
}

function sendAway(queue: Queue): void {
  queue.count--;
  const longest = longestOf(queue);
  if (longest === undefined) return queue.own.pop()?.refuse();
  sendAway(longest);
  for (const [name, { count }] of queue.groups) if (count === 0) queue.groups.delete(name);
}

/** Of several the last, who came latest. */
function longestOf({ groups }: Queue): Queue | undefined {
  return [...groups.values()].reduce<Queue | undefined>(
    (most, each) => (most === undefined || each.count >= most.count ? each : most),
    undefined,
  );
}

/** Come back, but not all at the same moment. */
export function comeBackWithin(ms: number): Refusal {
  return new Refusal('UNAVAILABLE', { retryAfterMs: Math.ceil((0.3 + 0.7 * Math.random()) * ms) });
}
