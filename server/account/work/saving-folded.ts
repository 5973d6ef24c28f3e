import type { RawBuilder } from 'kysely';
import type { Room } from '#domain/chat/chat.ts';
import type { Event } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { foldRoom } from '#domain/spine/fold-room.ts';
import type { Order } from '#domain/order/data/order.ts';
import { savingRooms } from '../../chat/store/rooms.ts';
import { savingOrders } from '../../order/store/orders.ts';

/** Returns the statements that store a room or an order with an event folded into it. */
export function savingFolded(
  event: Event,
  { room, order }: { room: Room | null; order: Order | null },
): RawBuilder<unknown>[] {
  const nextRoom = room === null ? undefined : foldRoom(room, event);
  const nextOrder = order === null ? undefined : foldOrder(order, event);
  return [
    ...(nextRoom === undefined ? [] : [savingRooms([nextRoom])]),
    ...(nextOrder === undefined ? [] : [savingOrders([nextOrder])]),
  ];
}
