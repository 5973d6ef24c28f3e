import { MINUTE, SECOND } from '#domain/ground/units.ts';

/** Knowledge of a process about its siblings: the other processes that use the same database. */

/** A process that has listened this long and heard of no sibling is the only one. */
export const aloneAfterMs = 1 * MINUTE;
/** A sibling's report that it has no Redis counts until it is this old. */
const redisAbsenceStaleMs = 5 * SECOND;

/** The siblings that this process has heard of. Each process announces itself when its channel opens. */
export class KnownSiblings {
  readonly #known = new Set<string>();
  #listensSince = performance.now();

  /** Starts the wait of `aloneAfterMs` again, because the channel was closed and announcements may be lost. */
  listenAgain(): void {
    this.#listensSince = performance.now();
  }

  /** Notes the sender of a text. @returns whether it is a sibling that was unknown */
  note(sender: string): boolean {
    if (sender === database || this.#known.has(sender)) return false;
    this.#known.add(sender);
    return true;
  }

  /** Whether there are none: this process has listened for `aloneAfterMs`, and has heard of none. */
  areAbsent(): boolean {
    return this.#known.size === 0 && performance.now() - this.#listensSince > aloneAfterMs;
  }
}

/** The sender of what the database itself announces. */
const database = 'database';

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
    const oldest = performance.now() - redisAbsenceStaleMs;
    for (const [sibling, at] of this.#saidAt) if (at < oldest) this.#saidAt.delete(sibling);
  }
}
