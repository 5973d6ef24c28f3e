/**
 * Work outside simulated time, which stops meanwhile: calls of the real server. A parked call waits for simulated time
 * and does not count until it resumes; a call that waits for a lock of a parked one does not count either.
 */
export class RealWork {
  #running = 0;
  /** Whether anything has started, resumed or ended since nothing could move. */
  #hasMoved = false;
  #wake: () => void = () => undefined;
  /** Returns how many running calls wait for a lock. */
  blocked: () => Promise<number> = () => Promise.resolve(0);

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1);
    try {
      return await work();
    } finally {
      this.#count(-1);
    }
  }

  /** Resolves when `goOn` has been called; simulated time may pass until then. */
  async parked(wait: (goOn: () => void) => void): Promise<void> {
    this.#count(-1);
    await new Promise<void>((resolve) => {
      wait(() => {
        this.#count(1);
        resolve();
      });
    });
  }

  #count(by: number): void {
    this.#running += by;
    this.#hasMoved = true;
    this.#wake();
  }

  /** Waits until nothing moves. @returns whether anything did */
  async settle(): Promise<boolean> {
    if (!this.#hasMoved) return false;
    while (this.#running > 0) {
      if (await this.#moves(patienceMs)) continue;
      if ((await this.blocked()) >= this.#running) break;
    }
    this.#hasMoved = false;
    return true;
  }

  #moves(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** How long a statement may take, in ms, before it is checked for waiting for a lock. */
const patienceMs = 15;
