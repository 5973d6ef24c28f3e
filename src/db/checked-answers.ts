import type { Message, Room } from '#domain/chat.ts';
import { ownsConversation } from '#domain/permissions.ts';
import type { Me } from '#domain/users.ts';
import { asPage, pageOf } from './message-pages.ts';
import { roomsOf } from './room-views.ts';
import type { UserDb } from './schema.ts';

/** A message with the notice that an earlier question of the user has a checked answer now. */
export interface CheckedAnswer {
  roomId: string;
  type: Room['type'];
  message: Message;
}

/** Returns those that this user has not read, as far as this device has them. */
export async function unreadCheckedAnswers(db: UserDb, me: Me): Promise<CheckedAnswer[]> {
  const rooms = (await roomsOf(db, me)).filter((room) => room.unreadCount > 0 && ownsConversation(me, room));
  const found = await Promise.all(
    rooms.map(async ({ id: roomId, type, unread: { user: unread } }) => {
      const keys = [...new Set(unread.map(pageOf))].map((page): [string, number] => [roomId, 0 - page]);
      const pages = await db.messages.bulkGet(keys);
      return pages
        .flatMap((row) => (row === undefined ? [] : asPage(row).rows))
        .filter(({ sseq, answer }) => answer?.sentence === 'checkedAnswer' && unread.includes(sseq))
        .map((message) => ({ roomId, type, message }));
    }),
  );
  return found.flat();
}
