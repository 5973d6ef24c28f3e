import { cleanTitle } from '#domain/chat/conversations.ts';
import type { Handler } from '../../spine/work/handler.ts';
import { ownConversation } from './own-conversation.ts';

/** Gives a conversation a title. A blank one returns to the automatic title. */
export const roomRename: Handler<'room.rename'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args, cmdId }) {
    const room = ownConversation(work, args.roomId);
    const title = cleanTitle(args.title);
    if (title !== (room.title?.text ?? null)) {
      work.append(`room:${room.id}`, 'room.renamed', { roomId: room.id, title }, cmdId);
    }
    return { title };
  },
};
