import { afterResult, retryPolicy } from '#domain/spine/retry-policy.ts';
import { tooManyRetries } from '../../db/refused.ts';
import { readMeta, storeMeta } from '../../db/meta.ts';
import type { PendingCommands } from '../../db/pending.ts';
import type { UserDb, OutboxEntry } from '../../db/schema.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';

/** A command with the result the server gave it. */
export interface EntryResult {
  entry: OutboxEntry;
  result: PushResult;
  /** The server's reply had no result for this command, so the client created one. */
  isMissing?: true;
}

/**
 * Counts the `retry` results of each command. A command that reaches `retryPolicy.sameRetries` is refused, and its user
 * decides. Failed calls are not counted, because they return no result for a command. Call inside a transaction over
 * `meta`.
 */
export async function countRetries(
  db: UserDb,
  pending: PendingCommands,
  received: readonly EntryResult[],
): Promise<EntryResult[]> {
  if (!received.some(isCounted)) return [...received];
  const before = (await readMeta(db, 'retries')) ?? {};
  const pendingIds = new Set(pending.unaccepted().map(({ cmdId }) => cmdId));
  const counts = new Map(Object.entries(before).filter(([cmdId]) => pendingIds.has(cmdId)));
  const results = received.map((each): EntryResult => {
    if (!isCounted(each)) return each;
    const { cmdId } = each.entry;
    const count = (counts.get(cmdId) ?? 0) + 1;
    counts.set(cmdId, count);
    if (count < retryPolicy.sameRetries) return each;
    counts.delete(cmdId);
    const message = 'The server could not process this after several attempts.';
    return { ...each, result: { cmdId, s: 'rejected', code: tooManyRetries, message } };
  });
  await storeMeta(db, 'retries', Object.fromEntries(counts));
  return results;
}

function isCounted({ result, isMissing }: EntryResult): boolean {
  return afterResult[isMissing === true ? 'missing' : result.s].counts === true;
}
