import { setImmediate as otherWork } from 'node:timers/promises';
import type { Steps } from '#domain/ground/work-in-steps.ts';

/** Time in ms that one slice of the work takes from everything else. */
const sliceMs = 8;

/**
 * Work that this process does beside everything else. A caller that needs the result earlier finishes the work itself.
 */
export class InBackground<T> {
  readonly #steps: Steps<T>;
  #result: { value: T } | undefined;
  /** Error that a step has thrown: there will be no result. */
  #failure: { error: unknown } | undefined;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** Does the work in slices, until it is done or the signal aborts. @throws what a step throws */
  async run(signal: AbortSignal): Promise<void> {
    while (this.#result === undefined && !signal.aborted) {
      const end = performance.now() + sliceMs;
      while (this.#result === undefined && performance.now() < end) this.#step();
      await otherWork();
    }
  }

  /** Returns the result, after finishing the work at once. @throws what a step throws, or has thrown */
  now(): T {
    while (this.#result === undefined) this.#step();
    return this.#result.value;
  }

  #step(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      const step = this.#steps.next();
      if (step.done === true) this.#result = { value: step.value };
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}
