import { sql } from 'kysely';
import type { Room } from '#domain/chat/chat.ts';
import type { User } from '#domain/account/users.ts';
import { isAssistantRoom, isDeletedRoom, memberRooms } from './visible-rooms.ts';
import { type Db, rowsOf } from '../../database/db.ts';
import { hasAllWords } from '../../database/text-search.ts';

/** A conversation that a search has found. */
export interface FoundConversation {
  room: Pick<Room, 'id' | 'type' | 'title'>;
  /** First question, which is its title unless the user gave one. */
  question: string | null;
  /** The newest message with the words; null if only the title has them. */
  message: { id: string; content: string; at: string } | null;
  /** Number of conversations that were found; the newest of them are returned. */
  total: number;
}

/**
 * Finds the user's own conversations with the assistant that have all words in their title or in one message, newest
 * first. Deleted ones are not found.
 */
export async function searchConversations(
  db: Db,
  user: User,
  words: readonly string[],
  limit: number,
): Promise<FoundConversation[]> {
  return await rowsOf<FoundConversation>(db)`
    with own as materialized (
      select r.id, r.data, r.last_at from rooms r
      where r.id in (${memberRooms(user)}) and r.customer_id = ${user.id} and ${isAssistantRoom} and not ${isDeletedRoom}
    )
    select json_build_object('id', own.id, 'type', own.data -> 'type', 'title', own.data -> 'title') as room,
      (select readable(m.data) ->> 'content' from messages m where m.room_id = own.id
        and m.sseq = (select min(first.sseq) from messages first where first.room_id = own.id)) as question,
      found.message, count(*) over ()::int as total
    from own left join lateral (
      select json_build_object('id', said.id, 'content', said.content, 'at', said.at) as message from (
        select m.id, m.sseq, readable(m.data) ->> 'content' as content, readable(m.data) ->> 'createdAt' as at
        from messages m where m.room_id = own.id
      ) said
      where ${hasAllWords(sql`said.content`, words)}
      order by said.sseq desc limit 1
    ) found on true
    where found.message is not null or ${hasAllWords(sql`own.data #>> '{title,text}'`, words)}
    order by own.last_at desc limit ${limit}`;
}
