import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isDeleted } from '#domain/chat/conversations.ts';
import { roomOf } from '../../chat/views/room-views.ts';
import { useSession } from '../../session/session-context.tsx';

/** The choice made when a URL was opened. */
interface Visit {
  /** The default room at that time; undefined for a new conversation. */
  usual: string | undefined;
  isSettled: boolean;
  newRoomId: string;
}

/**
 * Returns the room to show: the one in the URL (`?c=`), else the default when the URL was opened, else a new one. It
 * stays when the default changes. While there is no room, the first that arrives is shown, unless the user has begun to
 * write (`stay`). `newRoomId` is the id of a new room.
 */
export function useChosenRoom(usual: string | undefined) {
  const { ctx } = useSession();
  const { key: address } = useLocation();
  const [params] = useSearchParams();
  const arrive = (): Visit => ({ usual: undefined, isSettled: false, newRoomId: ctx.newId() });
  // By address: a key that is typed while the next URL is rendered renders the present one again.
  const [visits, setVisits] = useState<ReadonlyMap<string, Visit>>(() => new Map([[address, arrive()]]));
  const here = visits.get(address) ?? arrive();
  const visit = here.isSettled || usual === undefined ? here : { ...here, usual, isSettled: true };
  // Set during rendering rather than in an effect, so that no other room is painted first.
  if (visit !== visits.get(address)) setVisits(new Map(visits).set(address, visit));
  const wanted = params.get('c');
  return {
    roomId: wanted === 'new' ? undefined : (wanted ?? visit.usual),
    newRoomId: visit.newRoomId,
    stay: () => setVisits((now) => new Map(now).set(address, { ...(now.get(address) ?? visit), isSettled: true })),
  };
}

/** Whether the user has deleted this room. Live; false until it is read. */
export function useIsDeleted(roomId: string | undefined): boolean {
  const { db, me } = useSession();
  const read = useLiveQuery(async () => {
    const room = roomId === undefined ? undefined : await roomOf(db, me, roomId);
    return { roomId, isGone: room !== undefined && isDeleted(room) };
  }, [db, me, roomId]);
  // The reply about the previous room stays until the next one is there.
  return read !== undefined && read.roomId === roomId && read.isGone;
}
