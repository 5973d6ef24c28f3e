import { talksToAssistant } from '#domain/account/room-types.ts';
import type { Me } from '#domain/account/users.ts';
import { isStaffEntry } from '../../order/views/project-order.ts';
import { pathOfOrder, pathOfStaffedRoom } from '../../routing/object-paths.ts';
import type { WaitingCommand } from './waiting-commands.ts';
import type { RoomView } from '../../chat/views/view-types.ts';

/** Returns the path of the page that shows a command in its order or room; undefined when there is none. */
export function pagePathOf({ item, order, room }: WaitingCommand, me: Me): string | undefined {
  const id = item.lane.slice(item.lane.indexOf(':') + 1);
  if (isStaffEntry(item.entry)) return `/admin/po_orders/${id}`;
  if (item.lane.startsWith('order:')) return pathOfOrder(id, order);
  return item.lane.startsWith('room:') ? roomPath(id, item.type, room, me) : undefined;
}

/** Commands that are made only in conversations with the assistant. */
const ofAssistant: ReadonlySet<WaitingCommand['item']['type']> = new Set([
  'question.ask',
  'feedback.give',
  'handoff.request',
  'room.rename',
  'room.pin',
  'room.delete',
  'room.restore',
] as const);

function roomPath(id: string, type: WaitingCommand['item']['type'], room: RoomView | undefined, me: Me): string {
  if (ofAssistant.has(type) || (room !== undefined && talksToAssistant(room.type))) return `/chat/general?c=${id}`;
  return pathOfStaffedRoom(id, room, me);
}
