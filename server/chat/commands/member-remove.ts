import { isStaffed } from '#domain/account/room-types.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';

/** Removes a member from a room; staff only. The room disappears from that user's devices. */
export const memberRemove = command('member.remove', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args }) {
    const { room } = work.rooms.visible(args.roomId);
    if (!isStaff(work.actor) || !isStaffed(room.type)) throw new Refusal('FORBIDDEN');
    const { userId } = args;
    if (!work.rooms.members(room.id).includes(userId)) return { removed: false };
    // In the user's own stream, because they no longer receive the room's.
    work.append(`user:${userId}`, 'member.removed', { roomId: room.id, userId, by: work.actor.id });
    return { removed: true };
  },
});
