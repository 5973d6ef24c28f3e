import type { Room } from '#domain/chat.ts';
import { asPage, pageOf } from './message-pages.ts';
import type { UserDb } from './schema.ts';

/** Returns the time of the oldest message that experts have not read; undefined when there is none on this device. */
export async function oldestUnreadAt(db: UserDb, room: Pick<Room, 'id' | 'unread'>): Promise<string | undefined> {
  const [oldest] = room.unread.support;
  if (oldest === undefined) return undefined;
  const row = await db.messages.get([room.id, 0 - pageOf(oldest)]);
  return row && asPage(row).rows.find(({ sseq }) => sseq === oldest)?.createdAt;
}
