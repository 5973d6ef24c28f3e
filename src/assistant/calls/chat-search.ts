import type { ChatSearchReply } from '#domain/chat/wire/rooms.ts';
import type { Api } from '../../net/http.ts';

/** Searches the user's conversations with the assistant on the server, newest first. */
export function searchChats(api: Api, query: string): Promise<ChatSearchReply> {
  return api.json({ path: `/chat/search?${new URLSearchParams({ q: query })}` });
}
