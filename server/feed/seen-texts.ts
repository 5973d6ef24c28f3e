const kept = 5000;

/** Keys of recent texts, to drop duplicates from two channels. */
export class SeenTexts {
  readonly #names = new Set<string>();

  /** Whether this key is new; records it. */
  isNew(name: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    const oldest = this.#names.keys().next();
    if (this.#names.size > kept && !oldest.done) this.#names.delete(oldest.value);
    return true;
  }
}
