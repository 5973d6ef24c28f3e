import { serverLimits } from '#domain/server-limits.ts';

/** Sibling processes that have lately reported to be without Redis. */
export class SiblingsWithoutRedis {
  readonly #saidAt = new Map<string, number>();

  /** Records a report. @returns whether this sibling newly is without Redis */
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

  /** Drops siblings without recent reports: they may have ended. */
  #forgetSilent(): void {
    const oldest = performance.now() - serverLimits.redisAbsenceStaleMs;
    for (const [sibling, at] of this.#saidAt) if (at < oldest) this.#saidAt.delete(sibling);
  }
}
