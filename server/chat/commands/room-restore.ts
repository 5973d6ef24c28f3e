import { isDeleted } from '#domain/chat/conversations.ts';
import type { Handler } from '../../spine/work/handler.ts';
import { ownConversation } from './own-conversation.ts';

/** Brings back a conversation that its owner has deleted. */
export const roomRestore: Handler<'room.restore'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args, cmdId }) {
    const room = ownConversation(work, args.roomId);
    if (isDeleted(room)) work.append(`room:${room.id}`, 'room.restored', { roomId: room.id }, cmdId);
    return { deleted: false };
  },
};
