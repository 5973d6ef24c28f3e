import { useMemo } from 'react';
import { useObservable } from 'dexie-react-hooks';
import { unreadOf } from '../../chat/views/room-views.ts';
import { useRooms } from '../../chat/views/rooms.ts';
import { useSession } from '../../session/session-context.tsx';

export interface UnreadCounts {
  expert: number;
  po: number;
  ai: number;
}

/** Returns the number of unread messages by area. Live. */
export function useUnread(): UnreadCounts {
  const rooms = useRooms();
  return useMemo(() => unreadOf(rooms ?? []), [rooms]);
}

/** Returns the number of orders that need this user. Live. */
export function useOrdersInNeed(): number {
  const { ordersInNeed } = useSession();
  return useObservable(() => ordersInNeed, [ordersInNeed]) ?? 0;
}
