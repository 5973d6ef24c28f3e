import { useMemo } from 'react';
import { unreadOf } from '../../db/views.ts';
import { useRooms } from '../../session/rooms.ts';

export interface Unread {
  expert: number;
  po: number;
  ai: number;
}

/** Returns the number of unread messages by area. Live. */
export function useUnread(): Unread {
  const rooms = useRooms();
  return useMemo(() => unreadOf(rooms ?? []), [rooms]);
}
