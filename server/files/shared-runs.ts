/** Runs of expensive work, by a key. A caller that asks for the same work while it runs waits for that run. */
export class SharedRuns {
  readonly #running = new Map<string, Promise<void>>();

  run(key: string, work: () => Promise<void>): Promise<void> {
    const known = this.#running.get(key);
    if (known !== undefined) return known;
    const begun = work().finally(() => this.#running.delete(key));
    this.#running.set(key, begun);
    return begun;
  }
}
