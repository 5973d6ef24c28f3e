import { useObservable } from 'dexie-react-hooks';
import type { SharedView } from '../../db/shared-view.ts';
import type { RoomView } from './view-types.ts';
import { useSession } from '../../session/session-context.tsx';

/** Returns all rooms of the signed-in user, as `roomsOf` does; undefined until they are read. Live. */
export function useRooms(): RoomView[] | undefined {
  const { rooms } = useSession();
  return useObservable(() => rooms, [rooms]);
}

declare module '../../session/session-context.tsx' {
  interface ScreenSession {
    /** All rooms of this user, read once for all that show them. */
    rooms: SharedView<RoomView[]>;
  }
}
