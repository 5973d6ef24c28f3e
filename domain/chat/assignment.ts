import type { Room } from './chat.ts';
import { nameNow } from '../account/current-names.ts';

/**
 * Assignment of a room to the member of staff who replies in it. It is a register guarded by the position of its event,
 * so the folds commute.
 */

/** The member of staff who has taken a room; both are null for none. */
export interface Assignee {
  assigneeId: string | null;
  assigneeName: string | null;
}

/** Sets who replies in a room, unless a newer event has set it. */
export function withAssignee(room: Room, { assigneeId, assigneeName }: Assignee, sseq: number): Room {
  if ((room.assigned?.sseq ?? 0) > sseq) return room;
  return withAssigneeNow({ ...room, assigneeId, assigned: { name: assigneeName, sseq } });
}

/** Sets the current name of the one who replies. */
export function withAssigneeNow(room: Room): Room {
  const { assigneeId, assigned } = room;
  if (assigneeId === null || assigned === undefined) return room;
  const { name, sseq } = assigned;
  return { ...room, assigned: { name: nameNow(room, assigneeId, { name: name ?? '', sseq }), sseq } };
}

/** Sets the new name of a user where they are the one who replies. */
export function withAssigneeRenamed(room: Room, userId: string, name: string): Room {
  if (room.assigned === undefined || room.assigneeId !== userId) return room;
  return { ...room, assigned: { ...room.assigned, name } };
}
