import type { Message } from '#domain/chat.ts';
import { limits } from '#domain/limits.ts';
import type { Api } from './http.ts';

/** The page of messages before a place, oldest first; `complete` when there is nothing before it. */
export function historyBefore(
  api: Api,
  roomId: string,
  before: number,
): Promise<{ messages: Message[]; complete: boolean }> {
  const query = new URLSearchParams({ room: roomId, before: String(before), limit: String(limits.messagePage) });
  return api.json({ path: `/sync/history?${query.toString()}` });
}
