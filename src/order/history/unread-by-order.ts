import { useMemo } from 'react';
import { unreadByOrder } from '../../chat/views/room-views.ts';
import { useRooms } from '../../chat/views/rooms.ts';

/** Returns the numbers of unread messages about orders, by the order's id. Live. */
export function useUnreadByOrder(): ReadonlyMap<string | null, number> {
  const rooms = useRooms();
  return useMemo(() => unreadByOrder(rooms ?? []), [rooms]);
}
