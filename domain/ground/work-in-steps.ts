/** Work in steps, so that others get a turn in between. Each step ends with a `yield`; the result is what it returns. */
export type Steps<T> = Generator<undefined, T>;

/** Takes all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
