import { afterResult, isAccepted, retryPolicy } from '#domain/spine/retry-policy.ts';
import type { EntryResult } from './count-retries.ts';

/** Pauses of lanes after undecided commands, by `world.now`. They are lost with the leader: a command is then sent sooner. */
export class LanePauses {
  readonly #notBefore = new Map<string, number>();

  /** Pauses the lanes of undecided commands. A refusal needs no pause: `blockedBy` holds back what depends on it. */
  pause(results: readonly EntryResult[], now: number): void {
    const awaitsUser = new Set<string>();
    for (const { entry, result } of results) {
      if (isAccepted(result)) continue;
      const { lane } = afterResult[result.s];
      if (lane === 'decision' || (result.s === 'blocked' && awaitsUser.has(result.by))) {
        awaitsUser.add(result.cmdId);
        continue;
      }
      const ms = result.s === 'retry' ? result.afterMs : retryPolicy.soonMs;
      this.#notBefore.set(entry.lane, Math.max(this.#notBefore.get(entry.lane) ?? 0, now + ms));
    }
  }

  /** Returns the lanes that still pause. */
  paused(now: number): string[] {
    for (const [lane, at] of this.#notBefore) if (at <= now) this.#notBefore.delete(lane);
    return [...this.#notBefore.keys()];
  }

  /** The ends of the pauses. */
  get ends(): number[] {
    return [...this.#notBefore.values()];
  }
}
