import { isDeleted } from '#domain/chat/conversations.ts';
import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';
import { ownConversation } from './own-conversation.ts';

/**
 * Deletes a conversation for its owner: it is hidden on all their devices, and its messages are kept. A
 * question that another device asked in it offline, and that arrives later, brings it back instead of being lost.
 */
export const roomDelete = command('room.delete', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args }) {
    const room = ownConversation(work, args.roomId);
    if (!isDeleted(room)) work.append(`room:${room.id}`, 'room.deleted', { roomId: room.id });
    return { deleted: true };
  },
});
