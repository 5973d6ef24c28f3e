import type { ChatSearchReply } from '#domain/protocol/rest.ts';
import type { Api } from './http.ts';

/** Searches the user's conversations with the assistant on the server, newest first. */
export async function searchChats(api: Api, query: string): Promise<ChatSearchReply['items']> {
  const { items } = await api.json<ChatSearchReply>({ path: `/chat/search?${new URLSearchParams({ q: query })}` });
  return items;
}
