import { useLiveQuery } from 'dexie-react-hooks';
import { orderOf } from '../../order/views/order-views.ts';
import { roomOf } from '../views/room-views.ts';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../views/view-types.ts';

/**
 * Returns a room, null where this device has none, with the order that it is about; undefined until both are read, so
 * that its status changes appear together with the messages.
 */
export function useRoom(roomId: string): { room: RoomView | null; order: OrderView | undefined } | undefined {
  const { db, me } = useSession();
  return useLiveQuery(async () => {
    const room = (await roomOf(db, me, roomId)) ?? null;
    const orderId = room?.orderId ?? null;
    return { room, order: orderId === null ? undefined : await orderOf(db, me, orderId) };
  }, [db, me, roomId]);
}
