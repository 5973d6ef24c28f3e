import { afterResult, isAccepted, retryPolicy } from '#domain/spine/retry-policy.ts';
import type { EntryResult } from './count-retries.ts';

/**
 * Returns until when the lanes of undecided commands pause. A refusal needs no pause: `blockedBy` holds back what
 * depends on it.
 * @param now time by `world.now`, as are the ends
 */
export function pausesAfter(results: readonly EntryResult[], now: number): Map<string, number> {
  const pauses = new Map<string, number>();
  const awaitsUser = new Set<string>();
  for (const { entry, result } of results) {
    if (isAccepted(result)) continue;
    const { lane } = afterResult[result.s];
    if (lane === 'decision' || (result.s === 'blocked' && awaitsUser.has(result.by))) {
      awaitsUser.add(result.cmdId);
      continue;
    }
    const ms = result.s === 'retry' ? result.afterMs : retryPolicy.soonMs;
    pauses.set(entry.lane, Math.max(pauses.get(entry.lane) ?? 0, now + ms));
  }
  return pauses;
}
