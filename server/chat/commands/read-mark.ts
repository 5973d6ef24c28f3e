import { isStaffed } from '#domain/account/room-types.ts';
import type { Handler } from '../../spine/work/handler.ts';

/** Marks a room as read up to a position. The mark never moves back, and never past the last event. */
export const readMark: Handler<'read.mark'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args, cmdId }) {
    const { room, side } = work.visibleRoom(args.roomId);
    const upTo = Math.min(args.upTo, room.last?.sseq ?? 0);
    if (upTo <= room.marks[side]) return { upTo: room.marks[side] };
    const mark = { roomId: room.id, side, upTo, by: work.actor.id };
    work.append(`room:${room.id}`, 'read.marked', mark, cmdId, isStaffed(room.type));
    return { upTo };
  },
};
