import { versionKeyOf } from '#domain/order/data/version-key.ts';

/**
 * The version of each field that the user has seen: the one on the screen, or the one that the user's own patches made
 * of it, which the screen may show a moment later. A version that another user writes in between is not seen.
 */
export class SeenVersions {
  #shown: Readonly<Record<string, string>> = {};
  /** The version that the user's own patch made of an earlier one, by version key and earlier version. */
  readonly #own = new Map<string, string>();

  show(versions: Readonly<Record<string, string>>): void {
    this.#shown = versions;
  }

  /** Returns the version on the screen; null where the field has none. */
  shown(path: string): string | null {
    return this.#shown[versionKeyOf(path)] ?? null;
  }

  /** Returns the version on which a change that starts now is based. */
  of(path: string): string | null {
    return this.after(path, this.shown(path));
  }

  /** Returns the version that the user's own patches have made of this base. */
  after(path: string, base: string | null): string | null {
    const next = this.#own.get(stepOf(path, base));
    return next === undefined ? base : this.after(path, next);
  }

  /** Records that a patch on this base was queued under this command id. */
  wrote(path: string, base: string | null, id: string): void {
    // A withdrawn patch may be followed by an older version. Dropping the successor of `id` keeps `after` acyclic.
    this.#own.delete(stepOf(path, id));
    if (base !== id) this.#own.set(stepOf(path, base), id);
  }
}

function stepOf(path: string, version: string | null): string {
  return `${versionKeyOf(path)} ${version ?? ''}`;
}
