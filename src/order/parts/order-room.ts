import { roomTypes } from '#domain/account/room-types.ts';
import { useCallback } from 'react';
import { openRoom } from '../../chat/calls/room-open.ts';
import { roomsOf } from '../../chat/views/room-views.ts';
import { useRooms } from '../../chat/views/rooms.ts';
import { useSession } from '../../session/session-context.tsx';
import type { RoomView } from '../../chat/views/view-types.ts';

/**
 * Returns the room of an order, which holds its files and the questions about it; undefined where there is none.
 * `ensure` resolves with the id of the room, and opens one with this name where there is none.
 */
export function useOrderRoom(orderId: string): {
  room: RoomView | undefined;
  ensure: (name: string) => Promise<string>;
} {
  const { db, me, ctx } = useSession();
  const rooms = useRooms();
  const room = rooms?.find((each) => each.type === roomTypes.order && each.orderId === orderId);
  const ensure = useCallback(
    async (name: string) => {
      const known = (await roomsOf(db, me)).find((each) => each.type === roomTypes.order && each.orderId === orderId);
      return known?.id ?? (await openRoom(ctx, { type: 6, orderId, ...(name === '' ? {} : { name }) }));
    },
    [ctx, db, me, orderId],
  );
  return { room, ensure };
}
