import type { Message, Room } from '#domain/chat.ts';
import { foldFeedback, foldOrder, foldRoom, is, messageIn, type Event } from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';

/** What the model server has folded from its log. */
export interface Rows {
  rooms: Map<string, Room>;
  messages: Map<string, Message[]>;
  orders: Map<string, Order>;
  usage: Map<string, number>;
}

export function emptyRows(): Rows {
  return { rooms: new Map(), messages: new Map(), orders: new Map(), usage: new Map() };
}

/** Folds one event into rows: used for the projection and for folding the whole log anew. */
export function foldInto(rows: Rows, event: Event): void {
  const id = event.stream.slice(event.stream.indexOf(':') + 1);
  if (event.stream.startsWith('order:')) {
    const order = foldOrder(rows.orders.get(id), event);
    if (order !== undefined) rows.orders.set(id, order);
  }
  if (is(event, 'usage.counted')) rows.usage.set(id, Math.max(rows.usage.get(id) ?? 0, event.data.question_usage));
  if (!event.stream.startsWith('room:')) return;
  const room = foldRoom(rows.rooms.get(id), event);
  if (room !== undefined) rows.rooms.set(id, room);
  const messages = rows.messages.get(id) ?? [];
  const message = messageIn(event);
  if (message !== undefined) messages.push(message);
  if (is(event, 'feedback.given')) {
    const at = messages.findIndex((row) => row.id === event.data.answerId);
    if (at >= 0) messages[at] = foldFeedback(messages[at] as Message, event);
  }
  rows.messages.set(id, messages);
}
