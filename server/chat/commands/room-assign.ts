import { Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { isStaffed } from '#domain/account/room-types.ts';
import { command } from '../../spine/work/rules.ts';
import { rooms } from '../parts/rooms.ts';

/**
 * Says who replies in a room: staff take it for themselves, also from a colleague, or hand it back. Refused where
 * another member of staff has taken it since the sender looked.
 */
export const roomAssign = command('room.assign', {
  uses: { rooms },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }] }),
  decide(work, { args: { roomId, assigneeId, expectAssigneeId } }) {
    const { actor } = work;
    const { room, side } = work.rooms.visible(roomId);
    // Staff are the customers of their own orders, and a colleague replies.
    if (!isStaff(actor) || !isStaffed(room.type) || side === 'user') throw new Refusal('FORBIDDEN');
    if (assigneeId !== null && assigneeId !== actor.id) throw new Refusal('FORBIDDEN');
    if (room.assigneeId === assigneeId) return { assigneeId };
    if (room.assigneeId !== expectAssigneeId) throw new Refusal('ROOM_TAKEN', { name: room.assigned?.name ?? null });
    const assigneeName = assigneeId === null ? null : actor.name;
    const data = { roomId: room.id, by: actor.id, assigneeId, assigneeName };
    work.append(`room:${room.id}`, 'room.assigned', data, true);
    return { assigneeId };
  },
});
