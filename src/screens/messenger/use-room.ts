import { useLiveQuery } from 'dexie-react-hooks';
import { orderOf, roomOf } from '../../db/views.ts';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView, RoomView } from '../../db/view-types.ts';

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
