import { cleanTitle } from '#domain/chat/conversations.ts';
import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';
import { ownConversation } from './own-conversation.ts';

/** Gives a conversation a title. A blank one returns to the automatic title. */
export const roomRename = command('room.rename', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args }) {
    const room = ownConversation(work, args.roomId);
    const title = cleanTitle(args.title);
    if (title !== (room.title?.text ?? null)) {
      work.append(`room:${room.id}`, 'room.renamed', { roomId: room.id, title });
    }
    return { title };
  },
});
