import type { Message, Room } from '#domain/chat/chat.ts';
import { ownsConversation } from '#domain/account/permissions.ts';
import type { Me } from '#domain/account/users.ts';
import { asPage, pageOf } from '../../db/message-records.ts';
import type { UserDb } from '../../db/schema.ts';
import type { RoomView } from '../../chat/views/view-types.ts';

/** A message with the notice that an earlier question of the user has a checked answer now. */
export interface CheckedAnswer {
  roomId: string;
  type: Room['type'];
  message: Message;
}

/** Returns those in these rooms that this user has not read, as far as this device has them. */
export async function unreadCheckedAnswers(db: UserDb, me: Me, rooms: readonly RoomView[]): Promise<CheckedAnswer[]> {
  const unreadRooms = rooms.filter((room) => room.unreadCount > 0 && ownsConversation(me, room));
  const found = await Promise.all(
    unreadRooms.map(async ({ id: roomId, type, unread: { user: unread } }) => {
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
