/**
 * What is under way outside simulated time, which stands still meanwhile: calls of the real server. One that is parked
 * waits for simulated time, and does not count until it goes on; one that waits for a lock which a parked one holds
 * cannot go on before, and does not count either.
 */
export class RealWork {
  #running = 0;
  /** Something has begun, gone on or ended since it was last seen that nothing can move. */
  #hasMoved = false;
  #wake: () => void = () => undefined;
  /** How many of those running wait for a lock. */
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

  /** Waits until nothing moves; answers whether anything did. */
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

/** How long a statement may take before anybody looks whether it waits for a lock. */
const patienceMs = 15;
