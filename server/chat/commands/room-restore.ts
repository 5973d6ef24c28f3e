import { isDeleted } from '#domain/chat/conversations.ts';
import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';
import { ownConversation } from './own-conversation.ts';

/** Brings back a conversation that its owner has deleted. */
export const roomRestore = command('room.restore', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args }) {
    const room = ownConversation(work, args.roomId);
    if (isDeleted(room)) work.append(`room:${room.id}`, 'room.restored', { roomId: room.id });
    return { deleted: false };
  },
});
