const staleMs = 5000;

/** Which siblings have lately said that they are without Redis. */
export class Absentees {
  readonly #saidAt = new Map<string, number>();

  /** @returns true for one that was not known to be without it */
  note(sibling: string, isWithout: boolean): boolean {
    this.#forgetSilent();
    const isNew = isWithout && !this.#saidAt.has(sibling);
    if (isWithout) this.#saidAt.set(sibling, performance.now());
    else this.#saidAt.delete(sibling);
    return isNew;
  }

  some(): boolean {
    this.#forgetSilent();
    return this.#saidAt.size > 0;
  }

  /** One that has ended says nothing any more. */
  #forgetSilent(): void {
    const oldest = performance.now() - staleMs;
    for (const [sibling, at] of this.#saidAt) if (at < oldest) this.#saidAt.delete(sibling);
  }
}
