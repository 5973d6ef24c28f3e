import { isDeleted } from '#domain/chat/conversations.ts';
import type { Handler } from '../../spine/work/handler.ts';
import { ownConversation } from './own-conversation.ts';

/**
 * Deletes a conversation for its owner: it is hidden on all their devices, and its messages are kept. A
 * question that another device asked in it offline, and that arrives later, brings it back instead of being lost.
 */
export const roomDelete: Handler<'room.delete'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args, cmdId }) {
    const room = ownConversation(work, args.roomId);
    if (!isDeleted(room)) work.append(`room:${room.id}`, 'room.deleted', { roomId: room.id }, cmdId);
    return { deleted: true };
  },
};
