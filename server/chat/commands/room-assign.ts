import { Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { isStaffed } from '#domain/account/room-types.ts';
import type { Handler } from '../../spine/work/handler.ts';

/**
 * Says who replies in a room: staff take it for themselves, also from a colleague, or hand it back. Refused where
 * another member of staff has taken it since the sender looked.
 */
export const roomAssign: Handler<'room.assign'> = {
  needs: ({ args }) => ({ rooms: [args.roomId] }),
  handle(work, { args: { roomId, assigneeId, expectAssigneeId }, cmdId }) {
    const { actor } = work;
    const { room, side } = work.visibleRoom(roomId);
    // Staff are the customers of their own orders, and a colleague replies.
    if (!isStaff(actor) || !isStaffed(room.type) || side === 'user') throw new Refusal('FORBIDDEN');
    if (assigneeId !== null && assigneeId !== actor.id) throw new Refusal('FORBIDDEN');
    if (room.assigneeId === assigneeId) return { assigneeId };
    if (room.assigneeId !== expectAssigneeId) throw new Refusal('ROOM_TAKEN', { name: room.assigned?.name ?? null });
    const assigneeName = assigneeId === null ? null : actor.name;
    const data = { roomId: room.id, by: actor.id, assigneeId, assigneeName };
    work.append(`room:${room.id}`, 'room.assigned', data, cmdId, true);
    return { assigneeId };
  },
};
