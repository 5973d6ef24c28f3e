import { afterResult, retryPolicy } from '#domain/retry-policy.ts';
import { triedOften } from '../db/attention.ts';
import { factOf, keepFact } from '../db/meta.ts';
import type { Pending } from '../db/pending.ts';
import type { UserDb } from '../db/schema.ts';
import type { Outcome } from './results.ts';

/**
 * Counts the retry results of each command, and turns the last one that the retry policy allows into a refusal, so that
 * its user decides. Only results about the command itself count: an outage gives none. Call inside a transaction over
 * `meta`.
 */
export async function countRetries(db: UserDb, pending: Pending, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  if (!outcomes.some(isCounted)) return [...outcomes];
  const before = (await factOf(db, 'retries')) ?? {};
  const waiting = new Set(pending.waiting().map(({ cmdId }) => cmdId));
  const counts = new Map(Object.entries(before).filter(([cmdId]) => waiting.has(cmdId)));
  const judged = outcomes.map((outcome): Outcome => {
    if (!isCounted(outcome)) return outcome;
    const { cmdId } = outcome.entry;
    const count = (counts.get(cmdId) ?? 0) + 1;
    counts.set(cmdId, count);
    if (count < retryPolicy.sameRetries) return outcome;
    counts.delete(cmdId);
    const message = 'The server could not do this for now, each time it was tried.';
    return { ...outcome, result: { cmdId, s: 'rejected', code: triedOften, message } };
  });
  await keepFact(db, 'retries', Object.fromEntries(counts));
  return judged;
}

function isCounted({ result, isLeftOut }: Outcome): boolean {
  return afterResult[isLeftOut === true ? 'missing' : result.s].counts === true;
}
