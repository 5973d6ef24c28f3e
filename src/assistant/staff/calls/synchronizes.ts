import type { HistoryReply, RollbackBody, SyncReply } from '#domain/assistant/wire/synchronizes.ts';
import type { Api } from '../../../net/http.ts';

/** The sync of the edited Q&As with what the assistant answers from. All throw Unreachable, Refused or SignedOut. */

const keyed = (key: string) => ({ 'idempotency-key': key });

/** Returns the newest run, and what is still to be synced. */
export function syncState(api: Api): Promise<SyncReply> {
  return api.json({ path: '/qnas/synchronizes' });
}

/** Starts a run, or returns the one that has not ended. @param body `again` ends one that waits for its administrator */
export function startSync(
  api: Api,
  body: { takes_over_alone: boolean; again?: boolean },
  key: string,
): Promise<{ job_id: string }> {
  return api.json({ path: '/qnas/synchronizes', body, headers: keyed(key) });
}

/** Makes what a run has measured what the assistant answers from. @param note why, if something got worse */
export function takeOverSync(api: Api, id: string, note: string, key: string): Promise<{ index_version: number }> {
  return api.json({ path: `/qnas/synchronizes/${id}/take_over`, body: { note }, headers: keyed(key) });
}

/** Ends a run that changes nothing then. */
export async function cancelSync(api: Api, id: string, key: string): Promise<void> {
  await api.json({ method: 'DELETE', path: `/qnas/synchronizes/${id}`, headers: keyed(key) });
}

/** Returns a page of the versions, newest first. */
export function syncHistory(api: Api, query: string): Promise<HistoryReply> {
  return api.json({ path: `/qnas/synchronizes/history?${query}` });
}

/** Brings an earlier version back. @throws Refused with STALE when another version was made meanwhile */
export function rollBack(api: Api, body: RollbackBody, key: string): Promise<{ index_version: number }> {
  return api.json({ path: '/qnas/synchronizes/rollback', body, headers: keyed(key) });
}
