import type {
  ChangeQnaBody,
  PublishQnasBody,
  PublishQnasReply,
  QnaBody,
  QnaCategoriesReply,
  QnaReply,
  QnasReply,
  QnaVersionsReply,
  SimilarQnasBody,
  SimilarQnasReply,
} from '#domain/assistant/wire/qnas.ts';
import type { Api } from '../../../net/http.ts';
import { silenceMs } from '../../../net/deadlines.ts';

/** Q&As for experts. All throw Unreachable, Refused or SignedOut. Writes take effect once for a key. */

const once = (key: string) => ({ 'idempotency-key': key });
const pathOf = (id: string) => `/qnas/${encodeURIComponent(id)}`;

/** Returns one page of the list. @param query what is searched, filtered and sorted */
export function listQnas(api: Api, query: string): Promise<QnasReply> {
  return api.json({ path: `/qnas?${query}` });
}

/** Returns a file with all columns of the Q&As that fit, or of the chosen ones. */
export async function qnaFile(api: Api, query: string, chosen: readonly { id: string }[]): Promise<Blob> {
  const which = chosen.length === 0 ? query : `ids=${chosen.map(({ id }) => id).join(',')}`;
  return await (await api.raw({ path: `/qnas/csv?${which}`, silenceMs })).blob();
}

export function qnaCategories(api: Api): Promise<QnaCategoriesReply> {
  return api.json({ path: '/qnas/categories' });
}

export function readQna(api: Api, id: string): Promise<QnaReply> {
  return api.json({ path: pathOf(id) });
}

/** @param questions ids of the questions that it answers, separated by commas */
export function addQna(api: Api, body: QnaBody, key: string, questions?: string): Promise<QnaReply> {
  const path = questions === undefined ? '/qnas' : `/qnas?${new URLSearchParams({ questions })}`;
  return api.json({ path, body, headers: once(key) });
}

export function changeQna(api: Api, id: string, body: ChangeQnaBody, key: string): Promise<QnaReply> {
  return api.json({ method: 'PUT', path: pathOf(id), body, headers: once(key) });
}

export function deleteQna(api: Api, { id, version }: { id: string; version: number }, key: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `${pathOf(id)}?version=${version}`, headers: once(key) });
}

/** Makes the assistant stop answering from a Q&A at once, without a sync. */
export function stopQna(api: Api, id: string, key: string): Promise<QnaReply> {
  return api.json({ method: 'POST', path: `${pathOf(id)}/stop`, headers: once(key) });
}

/** Makes the assistant answer from a stopped Q&A again. */
export function resumeQna(api: Api, id: string, key: string): Promise<QnaReply> {
  return api.json({ method: 'POST', path: `${pathOf(id)}/resume`, headers: once(key) });
}

/** Publishes Q&As, or takes them back for a check: all of them, or none. */
export function publishQnas(api: Api, body: PublishQnasBody, key: string): Promise<PublishQnasReply> {
  return api.json({ path: '/qnas/publish', body, headers: once(key) });
}

export function qnaVersions(api: Api, id: string): Promise<QnaVersionsReply> {
  return api.json({ path: `${pathOf(id)}/versions` });
}

/** Stores an earlier version as the newest one. @param replaces the version that is the newest one now */
export function restoreQna(
  api: Api,
  { id, version, replaces }: { id: string; version: number; replaces: number },
  key: string,
): Promise<QnaReply> {
  return api.json({ path: `${pathOf(id)}/versions/${version}/restore`, body: { replaces }, headers: once(key) });
}

/** Returns the Q&As that are like one that is being written. */
export function similarQnas(api: Api, body: SimilarQnasBody, signal: AbortSignal): Promise<SimilarQnasReply> {
  return api.json({ path: '/qnas/similar', body, signal });
}
