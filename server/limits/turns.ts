import { Refusal } from '#domain/ground/errors.ts';

interface WaitingWork {
  go: () => void;
  refuse: () => void;
}

/** Waiting work of a group and its subgroups. The next one is first. */
interface WorkQueue {
  count: number;
  own: WaitingWork[];
  groups: Map<string, WorkQueue>;
}

/**
 * Runs costly work a few at a time, queues a limited number, and refuses the rest with Retry-After. The queue is fair:
 * groups take turns, so a caller with many requests waits behind its own. When the queue is full, the group with the
 * most requests gives way to one with fewer. Groups may be nested: networks take turns, and their parts among each
 * other.
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
   * @param whose the caller's group, such as a user or a network; or nested groups, widest first
   * @throws the refusal when the queue is full, or its slot was given to a smaller group
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

function emptyQueue(): WorkQueue {
  return { count: 0, own: [], groups: new Map() };
}

function add(queue: WorkQueue, [name, ...rest]: readonly string[], one: WaitingWork): void {
  queue.count++;
  if (name === undefined) return void queue.own.push(one);
  const group = queue.groups.get(name) ?? emptyQueue();
  queue.groups.set(name, group);
  add(group, rest, one);
}

/** Takes the next waiting work, and moves its group to the end. */
function take(queue: WorkQueue): WaitingWork | undefined {
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
 * Refuses the newest request of the group with the most, from the widest groups down to those of the newcomer.
 * @returns false when no group has clearly more than the newcomer's
 */
function makeRoom(queue: WorkQueue, [name, ...rest]: readonly string[]): boolean {
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

function sendAway(queue: WorkQueue): void {
  queue.count--;
  const longest = longestOf(queue);
  if (longest === undefined) return queue.own.pop()?.refuse();
  sendAway(longest);
  for (const [name, { count }] of queue.groups) if (count === 0) queue.groups.delete(name);
}

/** Returns the largest group; of several, the newest. */
function longestOf({ groups }: WorkQueue): WorkQueue | undefined {
  return [...groups.values()].reduce<WorkQueue | undefined>(
    (most, each) => (most === undefined || each.count >= most.count ? each : most),
    undefined,
  );
}

/** Returns a refusal with a random Retry-After of up to `ms`, to spread the retries. */
export function refusalWithin(ms: number): Refusal {
  return new Refusal('UNAVAILABLE', { retryAfterMs: Math.ceil((0.3 + 0.7 * Math.random()) * ms) });
}
