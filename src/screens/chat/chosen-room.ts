import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '../../session/session-context.tsx';

/** What was settled when the address became what it is. */
interface Visit {
  address: string;
  /** The room that was the usual one then; undefined for a new conversation. */
  usual: string | undefined;
  isSettled: boolean;
  newRoomId: string;
}

/**
 * The conversation on the screen: the one in the address (`?c=`), else the one that is usual when the address is
 * opened, else a new one. It stays when another becomes the usual one. While there is none, the first that arrives is
 * shown, unless somebody has begun to write: `stay`. `newRoomId` is the id that a new conversation gets.
 */
export function useChosenRoom(usual: string | undefined) {
  const { ctx } = useSession();
  const { key: address } = useLocation();
  const [params] = useSearchParams();
  const arrived = (): Visit => ({ address, usual: undefined, isSettled: false, newRoomId: ctx.newId() });
  const [before, setVisit] = useState(arrived);
  const here = before.address === address ? before : arrived();
  const visit = here.isSettled || usual === undefined ? here : { ...here, usual, isSettled: true };
  // Set while rendering, not in an effect: nothing is drawn of a conversation that is not shown.
  if (visit !== before) setVisit(visit);
  const wanted = params.get('c');
  return {
    roomId: wanted === 'new' ? undefined : (wanted ?? visit.usual),
    newRoomId: visit.newRoomId,
    stay: () => setVisit((now) => ({ ...now, isSettled: true })),
  };
}
