import type { PushResult } from '#domain/protocol/sync.ts';

/**
 * What a frame's later commands must wait for. A lane stops behind a command that must be sent again, and a lane of an
 * order also behind a refused one; a command stops behind every command it depends on.
 */
export class Lanes {
  readonly #stopped: Map<string, string>;
  readonly #undone: Set<string>;

  constructor(from?: Lanes) {
    this.#stopped = new Map(from?.blockers());
    this.#undone = new Set(from?.undone());
  }

  /** The command that this one must wait for, or undefined when it may go. */
  blockerOf(lane: string | undefined, deps: readonly string[]): string | undefined {
    const before = lane === undefined ? undefined : this.#stopped.get(lane);
    return before ?? deps.find((dep) => this.#undone.has(dep));
  }

  /** Takes note of one command's fate. */
  note(lane: string | undefined, result: PushResult): void {
    if (result.s === 'ok' || result.s === 'duplicate') return;
    this.#undone.add(result.cmdId);
    const stops = result.s !== 'rejected' || lane?.startsWith('order:') === true;
    if (stops && lane !== undefined && !this.#stopped.has(lane)) this.#stopped.set(lane, result.cmdId);
  }

  blockers(): Map<string, string> {
    return this.#stopped;
  }

  undone(): Set<string> {
    return this.#undone;
  }
}
