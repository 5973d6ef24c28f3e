import type { PushResult } from '#domain/spine/wire/sync.ts';

/**
 * Tracks which later commands of a push are blocked. A lane is blocked behind a retry result, and an order's lane also
 * behind a refusal. A command is blocked behind every failed command it depends on.
 */
export class Lanes {
  readonly #blockerByLane: Map<string, string>;
  readonly #failed: Set<string>;

  constructor(from?: Lanes) {
    this.#blockerByLane = new Map(from?.blockers());
    this.#failed = new Set(from?.failed());
  }

  /** Returns the id of the command that blocks this one, or undefined. */
  blockerOf(lane: string | undefined, deps: readonly string[]): string | undefined {
    const before = lane === undefined ? undefined : this.#blockerByLane.get(lane);
    return before ?? deps.find((dep) => this.#failed.has(dep));
  }

  /** Records the result of a command. */
  note(lane: string | undefined, result: PushResult): void {
    if (result.s === 'ok' || result.s === 'duplicate') return;
    this.#failed.add(result.cmdId);
    const stops = result.s !== 'rejected' || lane?.startsWith('order:') === true;
    if (stops && lane !== undefined && !this.#blockerByLane.has(lane)) this.#blockerByLane.set(lane, result.cmdId);
  }

  blockers(): Map<string, string> {
    return this.#blockerByLane;
  }

  failed(): Set<string> {
    return this.#failed;
  }
}
