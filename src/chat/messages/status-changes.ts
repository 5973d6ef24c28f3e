import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import type { MessageView } from '../views/view-types.ts';

/** A message, or a change of the status of the order that the room is about. */
export type RoomEntry = { message: MessageView } | { change: OrderHistoryEntry };

/**
 * Puts the status changes of an order between the messages of its room, by time. They are no messages: they follow from
 * the order, so that they cannot contradict it, and they need not be read.
 * @param messages oldest first; those that are not sent yet come last
 * @param hasOlder whether there are messages before these, so that older changes are not shown yet
 */
export function withStatusChanges(
  messages: readonly MessageView[],
  history: readonly OrderHistoryEntry[],
  hasOlder: boolean,
): RoomEntry[] {
  const oldest = hasOlder ? (messages[0]?.createdAt ?? '') : '';
  const left = history.filter(({ from, to, at }) => from !== null && from !== to && at >= oldest);
  const all: RoomEntry[] = [];
  for (const message of messages) {
    // The clock of this device may be wrong: its unsent messages stand below all that the server has sent.
    while (left[0] !== undefined && (message.pending || left[0].at <= message.createdAt)) {
      all.push({ change: left[0] });
      left.shift();
    }
    all.push({ message });
  }
  return [...all, ...left.map((change) => ({ change }))];
}
