import { liveQuery, type Subscription } from 'dexie';

interface ViewReader<T> {
  next: (found: T) => void;
  failed: (error: unknown) => void;
}

/**
 * A live query that all its readers share: after a change it runs once, however many parts of a page show what it
 * finds. A reader that comes later gets the last result at once.
 */
export class SharedView<T> {
  readonly #query: () => Promise<T>;
  readonly #readers = new Set<ViewReader<T>>();
  #running: Subscription | undefined;
  #last: { found: T } | undefined;

  constructor(query: () => Promise<T>) {
    this.#query = query;
  }

  /** Whether a result is known. */
  hasValue(): boolean {
    return this.#last !== undefined;
  }

  /** Returns the last result. @throws Error when there is none */
  getValue(): T {
    if (this.#last === undefined) throw new Error('Nothing was read yet.');
    return this.#last.found;
  }

  subscribe(next: (found: T) => void, failed: (error: unknown) => void = () => undefined): Subscription {
    const reader = { next, failed };
    this.#readers.add(reader);
    if (this.#last !== undefined) next(this.#last.found);
    this.#running ??= this.#run();
    return {
      closed: false,
      unsubscribe: () => {
        this.#readers.delete(reader);
        if (this.#readers.size === 0) this.#stop();
      },
    };
  }

  #run(): Subscription {
    return liveQuery(this.#query).subscribe(
      (found) => {
        this.#last = { found };
        for (const { next } of this.#readers) next(found);
      },
      (error: unknown) => {
        const readers = [...this.#readers];
        // The next reader tries again.
        this.#stop();
        for (const { failed } of readers) failed(error);
      },
    );
  }

  /** Without readers nothing is read, and an old result is none. */
  #stop(): void {
    this.#running?.unsubscribe();
    this.#running = undefined;
    this.#last = undefined;
  }
}
