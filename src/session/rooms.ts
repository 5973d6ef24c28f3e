import { useObservable } from 'dexie-react-hooks';
import type { RoomView } from '../db/view-types.ts';
import { useSession } from './session-context.tsx';

/** Returns all rooms of the signed-in user, as `roomsOf` does; undefined until they are read. Live. */
export function useRooms(): RoomView[] | undefined {
  const { rooms } = useSession();
  return useObservable(() => rooms, [rooms]);
}
