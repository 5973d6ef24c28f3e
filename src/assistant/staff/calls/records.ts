import type {
  ApproveBody,
  ApprovedReply,
  ChecksReply,
  DecideBody,
  DecisionReply,
  DraftReply,
  EntriesReply,
  GroupReply,
  GroupsExportReply,
  GroupsReply,
  RecordsExportReply,
  RecordsReply,
  TurnsReply,
} from '#domain/assistant/wire/records.ts';
import type { Api } from '../../../net/http.ts';

/** Records of questions, for those who write the knowledge base. All throw Unreachable, Refused or SignedOut. */

const once = (key: string) => ({ 'idempotency-key': key });
const messagePath = (id: string, what: string) => `/experts/messages/${encodeURIComponent(id)}/${what}`;

/** Returns one page of the questions. @param query what is searched, filtered and sorted */
export function questionRecords(api: Api, query: string): Promise<RecordsReply> {
  return api.json({ path: `/admin-api/records?${query}` });
}

export function exportedRecords(api: Api, query: string): Promise<RecordsExportReply> {
  return api.json({ path: `/admin-api/records/export?${query}` });
}

/** Returns the turns of the conversation that a question leans on. */
export function turnsOf(api: Api, id: string): Promise<TurnsReply> {
  return api.json({ path: `/admin-api/records/${encodeURIComponent(id)}/turns` });
}

/** Returns one page of the questions without a good answer, by the nearest entry. */
export function questionGroups(api: Api, query: string): Promise<GroupsReply> {
  return api.json({ path: `/admin-api/records/groups?${query}` });
}

export function exportedGroups(api: Api, query: string): Promise<GroupsExportReply> {
  return api.json({ path: `/admin-api/records/groups/export?${query}` });
}

export function questionGroup(api: Api, id: string): Promise<GroupReply> {
  return api.json({ path: `/admin-api/records/groups/${encodeURIComponent(id)}` });
}

/** Decides about questions, once for a key. @throws Refused with STALE when a colleague was first */
export function decideQuestions(api: Api, body: DecideBody, key: string): Promise<DecisionReply> {
  return api.json({ path: '/admin-api/records/decisions', body, headers: once(key) });
}

/** Takes a decision back, once for a key. @throws Refused with NOT_FOUND when it is taken back already */
export function takeBackDecision(api: Api, id: string, key: string): Promise<void> {
  const path = `/admin-api/records/decisions/${encodeURIComponent(id)}`;
  return api.json({ path, method: 'DELETE', headers: once(key) });
}

/** Returns one page of the Q&As that ask for a check. */
export function qnaChecks(api: Api, query: string): Promise<ChecksReply> {
  return api.json({ path: `/admin-api/records/checks?${query}` });
}

/** Returns Q&As that have all these words. */
export function findEntries(api: Api, search: string): Promise<EntriesReply> {
  return api.json({ path: `/admin-api/records/entries?${new URLSearchParams({ q: search })}` });
}

/** Returns what a Q&A made of an expert's reply would say. */
export function replyDraft(api: Api, messageId: string): Promise<DraftReply> {
  return api.json({ path: messagePath(messageId, 'draft') });
}

/** Makes the draft of a Q&A, once for each reply. */
export function approveReply(api: Api, messageId: string, body: ApproveBody, key: string): Promise<ApprovedReply> {
  return api.json({ path: messagePath(messageId, 'approve'), body, headers: once(key) });
}
