import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';
import { ownConversation } from './own-conversation.ts';

/** Pins a conversation to the top of its owner's list, or unpins it. */
export const roomPin = command('room.pin', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args: { roomId, pinned } }) {
    const room = ownConversation(work, roomId);
    if (pinned !== (room.pin?.on ?? false)) {
      work.append(`room:${room.id}`, 'room.pinned', { roomId: room.id, pinned });
    }
    return { pinned };
  },
});
