import { isStaff } from '#domain/permissions.ts';
import type { Me } from '#domain/users.ts';
import type { WaitingItem } from '../../db/views.ts';

/** Where what waits can be seen in its place; undefined when there is no such place. */
export function placeOf(item: Pick<WaitingItem, 'type' | 'lane'>, me: Me): string | undefined {
  const id = item.lane.slice(item.lane.indexOf(':') + 1);
  if (item.lane.startsWith('order:')) return `/one-stop-order/Prototyping/${id}`;
  if (!item.lane.startsWith('room:')) return undefined;
  if (item.type === 'question.ask' || item.type === 'feedback.give' || item.type === 'handoff.request') {
    return `/chat/general?c=${id}`;
  }
  return isStaff(me) ? `/admin/expert-chat-messages?room=${id}` : `/chat/chat-with-expert?room=${id}`;
}
