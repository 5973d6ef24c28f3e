/** Counts failed writes per command, in the memory of this process. */
export class Failures {
  readonly #counts = new Map<string, number>();

  /** Counts a failure of this command. @returns the number so far */
  add(actorId: string, cmdId: string): number {
    const key = `${actorId}/${cmdId}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > mostKept && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }
}

/** Most counts kept. Clients choose the ids, so the one that has not failed for longest is dropped first. */
const mostKept = 10_000;
