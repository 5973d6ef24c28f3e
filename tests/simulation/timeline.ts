import { IDBDatabase, IDBFactory } from 'fake-indexeddb';

/** Virtual time: things happen one after the other, and the next only when all storage work of the last is done. */
export class Timeline {
  now = 0;
  readonly #queue: { at: number; i: number; run: () => void }[] = [];
  #count = 0;

  at(delayMs: number, run: () => void): void {
    this.#queue.push({ at: this.now + Math.max(0, delayMs), i: this.#count++, run });
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      this.at(ms, resolve);
    });
  }

  /** Runs until `isDone` says so or nothing is left before `untilMs`; calls `after` behind every step. */
  async run(untilMs: number, isDone: () => Promise<boolean> | boolean): Promise<void> {
    await storageIsCalm();
    while (!(await isDone())) {
      const next = this.#takeNext();
      if (next === undefined) return;
      if (next.at > untilMs) {
        this.#queue.push(next);
        return;
      }
      this.now = next.at;
      next.run();
      await storageIsCalm();
    }
  }

  #takeNext() {
    let best = 0;
    const queue = this.#queue;
    if (queue.length === 0) return undefined;
    for (let i = 1; i < queue.length; i++) {
      const [a, b] = [queue[i], queue[best]];
      if (a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.i < b.i))) best = i;
    }
    return queue.splice(best, 1)[0];
  }
}

let open = 0;

/** Counts what the storage has under way, so that virtual time stands still meanwhile. */
function watchStorage(): void {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function counted(...args: Parameters<typeof transaction>) {
    const made = transaction.apply(this, args);
    open++;
    const done = () => void open--;
    made.addEventListener('complete', done);
    made.addEventListener('abort', done);
    return made;
  };
  const { open: openDatabase } = IDBFactory.prototype;
  IDBFactory.prototype.open = function counted(...args: Parameters<typeof openDatabase>) {
    const request = openDatabase.apply(this, args);
    open++;
    const done = () => void open--;
    request.addEventListener('success', done);
    request.addEventListener('error', done);
    return request;
  };
}

watchStorage();

async function storageIsCalm(): Promise<void> {
  for (let calm = 0; calm < 3; calm = open === 0 ? calm + 1 : 0)
    await new Promise<void>((resolve) => setImmediate(resolve));
}
