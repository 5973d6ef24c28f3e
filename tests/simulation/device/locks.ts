import type { Locks } from '../../../src/sync/leader.ts';

interface Request {
  tab: object;
  held: (lock: unknown) => Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** The Web Locks of one device: queued, stolen, and released by a tab that crashes. A frozen tab keeps its locks. */
export class DeviceLocks {
  readonly #held = new Map<string, Request>();
  readonly #queues = new Map<string, Request[]>();
  readonly #wake = new Map<object, () => Promise<void>>();

  /** Returns the locks as seen by a tab; `awake` resolves when the tab can run. */
  of(tab: object, awake: () => Promise<void>): Locks {
    return {
      request: (name, options, held) =>
        new Promise<void>((resolve, reject) => {
          if (options.signal?.aborted === true) return reject(aborted());
          const request = { tab, held, resolve, reject };
          if (options.steal === true) {
            this.#held.get(name)?.reject(aborted());
            this.#grant(name, request, awake);
          } else if (!this.#held.has(name)) this.#grant(name, request, awake);
          else if (options.ifAvailable === true) void held(null).then(resolve, reject);
          else {
            const queue = this.#queues.get(name) ?? [];
            this.#queues.set(name, queue);
            queue.push(request);
            options.signal?.addEventListener('abort', () => {
              if (!queue.includes(request)) return;
              queue.splice(queue.indexOf(request), 1);
              reject(aborted());
            });
          }
          this.#wake.set(tab, awake);
        }),
    };
  }

  #grant(name: string, request: Request, awake: () => Promise<void>): void {
    this.#held.set(name, request);
    void this.#hold(name, request, awake);
  }

  async #hold(name: string, request: Request, awake: () => Promise<void>): Promise<void> {
    try {
      await awake();
      await request.held({ name });
      request.resolve();
    } catch (error) {
      request.reject(error as Error);
    }
    this.#release(name, request);
  }

  #release(name: string, request: Request): void {
    if (this.#held.get(name) !== request) return;
    this.#held.delete(name);
    const next = this.#queues.get(name)?.shift();
    if (next !== undefined) this.#grant(name, next, this.#wake.get(next.tab) ?? (() => Promise.resolve()));
  }

  /** Removes a closed tab: its locks go to the next in the queue, and its requests are dropped. */
  forget(tab: object): void {
    for (const queue of this.#queues.values())
      for (const request of queue.filter((waiting) => waiting.tab === tab)) queue.splice(queue.indexOf(request), 1);
    for (const [name, request] of this.#held) if (request.tab === tab) this.#release(name, request);
    this.#wake.delete(tab);
  }
}

function aborted(): Error {
  return new DOMException('The request was given up, or the lock was stolen.', 'AbortError');
}
