import type { RawBuilder } from 'kysely';
import type { Room } from '#domain/chat/chat.ts';
import type { Event } from '#domain/spine/events.ts';
import type { Order } from '#domain/order/data/order.ts';
import { savingFoldedRoom } from '../../chat/store/rooms.ts';
import { savingFoldedOrder } from '../../order/store/orders.ts';

/** Returns the statements that store a room or an order with an event folded into it. */
export function savingFolded(
  event: Event,
  { room, order }: { room: Room | null; order: Order | null },
): RawBuilder<unknown>[] {
  return [
    ...(room === null ? [] : savingFoldedRoom(room, event)),
    ...(order === null ? [] : savingFoldedOrder(order, event)),
  ];
}
