import type { Handler } from '../../spine/work/handler.ts';
import { ownConversation } from './own-conversation.ts';

/** Pins a conversation to the top of its owner's list, or unpins it. */
export const roomPin: Handler<'room.pin'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args: { roomId, pinned }, cmdId }) {
    const room = ownConversation(work, roomId);
    if (pinned !== (room.pin?.on ?? false)) {
      work.append(`room:${room.id}`, 'room.pinned', { roomId: room.id, pinned }, cmdId);
    }
    return { pinned };
  },
};
