/** Which commands could not be written, and how often, as far as this process knows. */
export class Failures {
  readonly #counts = new Map<string, number>();

  /** Counts one more try of this command that failed. @returns how many that makes */
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

/** Ids come from anybody, so what is forgotten first is what has not failed for longest. */
const mostKept = 10_000;
