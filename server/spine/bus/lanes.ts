import type { PushResult } from '#domain/spine/wire/sync.ts';

/**
 * Tracks which later commands of a push are blocked. A lane is blocked behind a retry result, and an order's lane also
 * behind a refusal. A command is blocked behind every failed command it depends on.
 */
export class Lanes {
  readonly #stopped: Map<string, string>;
  readonly #undone: Set<string>;

  constructor(from?: Lanes) {
    this.#stopped = new Map(from?.blockers());
    this.#undone = new Set(from?.undone());
  }

  /** Returns the id of the command that blocks this one, or undefined. */
  blockerOf(lane: string | undefined, deps: readonly string[]): string | undefined {
    const before = lane === undefined ? undefined : this.#stopped.get(lane);
    return before ?? deps.find((dep) => this.#undone.has(dep));
  }

  /** Records the result of a command. */
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
