import { versionKeyOf } from '#domain/order/version-key.ts';

/**
 * Which version of each field a person has seen: what the screen shows, and what they have written on top of it, which
 * the screen may show a moment later. What somebody else writes meanwhile is not seen.
 */
export class SeenVersions {
  #shown: Readonly<Record<string, string>> = {};
  /** What this person's own patch made of a version, by version key and version. */
  readonly #own = new Map<string, string>();

  show(versions: Readonly<Record<string, string>>): void {
    this.#shown = versions;
  }

  /** The version on the screen. */
  shown(path: string): string | null {
    return this.#shown[versionKeyOf(path)] ?? null;
  }

  /** The version a change that is begun now builds on. */
  of(path: string): string | null {
    return this.after(path, this.shown(path));
  }

  /** The version this base has become by what this person wrote. */
  after(path: string, base: string | null): string | null {
    const next = this.#own.get(stepOf(path, base));
    return next === undefined ? base : this.after(path, next);
  }

  /** A change on this base was queued under this id. */
  wrote(path: string, base: string | null, id: string): void {
    // A patch that was taken back may be followed by an older one; going on from the newest keeps the way free of circles.
    this.#own.delete(stepOf(path, id));
    if (base !== id) this.#own.set(stepOf(path, base), id);
  }
}

function stepOf(path: string, version: string | null): string {
  return `${versionKeyOf(path)} ${version ?? ''}`;
}
