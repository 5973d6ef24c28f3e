import { isStaffed } from '#domain/account/room-types.ts';
import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';

/** Marks a room as read up to a position. The mark never moves back, and never past the last event. */
export const readMark = command('read.mark', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args }) {
    const { room, side } = work.rooms.visible(args.roomId);
    const upTo = Math.min(args.upTo, room.last?.sseq ?? 0);
    if (upTo <= room.marks[side]) return { upTo: room.marks[side] };
    const mark = { roomId: room.id, side, upTo, by: work.actor.id };
    work.append(`room:${room.id}`, 'read.marked', mark, isStaffed(room.type));
    return { upTo };
  },
});
