import { isStaffed } from '#domain/room-types.ts';
import type { Handler } from '../work/handler.ts';

/** A person has read up to a place. It never goes back, and never beyond what is there. */
export const readMark: Handler<'read.mark'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args, cmdId }) {
    const { room, side } = work.ownRoom(args.roomId);
    const upTo = Math.min(args.upTo, room.last?.sseq ?? 0);
    if (upTo <= room.marks[side]) return { upTo: room.marks[side] };
    const mark = { roomId: room.id, side, upTo, by: work.actor.id };
    work.append(`room:${room.id}`, 'read.marked', mark, cmdId, isStaffed(room.type));
    return { upTo };
  },
};
