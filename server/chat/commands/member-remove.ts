import { isStaffed } from '#domain/account/room-types.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import type { Handler } from '../../spine/work/handler.ts';

/** Removes a member from a room; staff only. The room disappears from that user's devices. */
export const memberRemove: Handler<'member.remove'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args, cmdId }) {
    const { room } = work.visibleRoom(args.roomId);
    if (!isStaff(work.actor) || !isStaffed(room.type)) throw new Refusal('FORBIDDEN');
    const { userId } = args;
    if (!work.membersOf(room.id).includes(userId)) return { removed: false };
    // In the user's own stream, because they no longer receive the room's.
    work.append(`user:${userId}`, 'member.removed', { roomId: room.id, userId, by: work.actor.id }, cmdId);
    return { removed: true };
  },
};
