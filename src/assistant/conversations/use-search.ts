import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { cutText } from '#domain/ground/text.ts';
import type { ChatSearchReply } from '#domain/chat/wire/rooms.ts';
import { talksToAssistant } from '#domain/account/room-types.ts';
import { excerptAround, hasWords, searchWords } from '#domain/ground/text-search.ts';
import { deletedRoomIds } from '../../chat/views/room-views.ts';
import { findInRooms } from '../views/conversation-search.ts';
import type { FailureKind } from '../../net/errors.ts';
import type { Api } from '../../net/http.ts';
import { useSession } from '../../session/session-context.tsx';
import { useRemote } from '../../shell/remote/remote.ts';
import { topicOf, type ChatType } from './chat-types.ts';
import { useTitles } from './use-titles.ts';
import type { RoomView } from '../../chat/views/view-types.ts';
import { call } from '../../net/call.ts';
import { foundConversations } from '#domain/chat/conversations.ts';
import { searchChars, searchPauseMs } from '#domain/ground/search-input.ts';

/** A conversation that a search has found. */
interface SearchHit {
  roomId: string;
  type: ChatType;
  title: string;
  /** The message with the words, and its part around them; undefined if only the title has them. */
  message: { id: string; excerpt: string } | undefined;
}

interface SearchResult {
  words: string[];
  /** Undefined while the device is searched. */
  found: SearchHit[] | undefined;
  /** Whether there are more than those in `found`. */
  isCut: boolean;
  /** Whether all conversations were searched, or why only what is on this device. */
  server: 'done' | 'searching' | FailureKind;
}

/**
 * Searches conversations with the assistant: at once those on this device, also offline, and then the server's.
 * @param rooms the user's conversations with the assistant, newest first; must be stable between renders
 */
export function useSearch(query: string, rooms: readonly RoomView[]): SearchResult {
  const { db, me } = useSession();
  const words = useMemo(() => searchWords(cutText(query, searchChars)), [query]);
  // The server still finds what was deleted here a moment ago.
  const deleted = useLiveQuery(() => deletedRoomIds(db, me), [db, me]);
  const here = useFoundHere(words, rooms);
  const { items, total, server } = useFoundThere(words.join(' '));
  const known = new Set(here?.map(({ roomId }) => roomId));
  const found = here && [
    ...here,
    ...items.filter(({ roomId }) => !known.has(roomId) && deleted?.has(roomId) === false),
  ];
  const most = foundConversations;
  const isCut = found !== undefined && Math.max(found.length, total) > most;
  return { words, found: found?.slice(0, most), isCut, server };
}

function useFoundHere(words: string[], rooms: readonly RoomView[]): SearchHit[] | undefined {
  const { db } = useSession();
  const titleOf = useTitles(rooms);
  const read = useLiveQuery(
    async () => ({
      words,
      messages: await findInRooms(
        db,
        rooms.map(({ id }) => id),
        words,
      ),
    }),
    [db, rooms, words],
  );
  return useMemo(() => {
    if (read?.words !== words) return undefined;
    return rooms.flatMap((room) => {
      const title = titleOf(room);
      const message = read.messages.get(room.id);
      if (!talksToAssistant(room.type) || (message === undefined && !hasWords(title, words))) return [];
      const shown = message && { id: message.id, excerpt: excerptAround(message.content, words) };
      return [{ roomId: room.id, type: room.type, title, message: shown }];
    });
  }, [read, rooms, words, titleOf]);
}

const nothing: ChatSearchReply = { items: [], total: 0 };

function useFoundThere(query: string): { items: SearchHit[]; total: number; server: SearchResult['server'] } {
  const asked = useSettled(query);
  const read = useCallback(
    async (api: Api) => (asked === '' ? nothing : await call(api, 'GET /chat/search', { query: { q: asked } })),
    [asked],
  );
  const { value, failure } = useRemote(`chat search ${asked}`, read);
  const { items: there, total } = (asked === query ? value : undefined) ?? nothing;
  const items = there.map((item): SearchHit => ({
    roomId: item.room_id,
    type: topicOf(item.type as ChatType).type,
    title: item.title ?? '',
    message: item.message_id === null ? undefined : { id: item.message_id, excerpt: item.excerpt ?? '' },
  }));
  const isDone = asked === query && value !== undefined;
  return { items, total, server: failure !== undefined ? failure.kind : isDone ? 'done' : 'searching' };
}

/** Returns the text as it was when it last stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
