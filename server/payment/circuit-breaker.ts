/**
 * Stops calling a service that keeps failing: its callers get an error at once instead of waiting for the time-out.
 *
 *   closed ──failed N times in a row──> open ──pause over──> one call tries ──worked──> closed
 *                                        └<──────────────failed────────────┘
 */
export class CircuitBreaker {
  readonly #settings: Settings;
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Runs a call, unless the breaker is open.
   * @param isFailure whether an error means that the service fails; other errors are its replies
   * @throws what the call throws, or what `refusal` returns
   */
  async run<T>(call: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const isPaused = this.#failures >= this.#settings.failures;
    if (isPaused && (this.#isTrying || this.#settings.now() < this.#openUntil)) throw this.#settings.refusal();
    this.#isTrying = isPaused;
    try {
      const result = await call();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (isFailure(error)) this.#fail();
      else this.#failures = 0;
      throw error;
    } finally {
      if (isPaused) this.#isTrying = false;
    }
  }

  #fail(): void {
    this.#failures++;
    if (this.#failures < this.#settings.failures) return;
    this.#openUntil = this.#settings.now() + this.#settings.pauseMs;
    this.#settings.onOpen();
  }
}

interface Settings {
  /** Number of failures in a row that open it. */
  failures: number;
  pauseMs: number;
  /** Returns the error of callers while it is open. */
  refusal(): Error;
  onOpen(): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}
