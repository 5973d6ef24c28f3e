const kept = 5000;

/** The names of texts that have been heard lately, because some come on two lines. */
export class SeenTexts {
  readonly #names = new Set<string>();

  /** Whether it is heard for the first time. */
  isNew(name: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    const oldest = this.#names.keys().next();
    if (this.#names.size > kept && !oldest.done) this.#names.delete(oldest.value);
    return true;
  }
}
