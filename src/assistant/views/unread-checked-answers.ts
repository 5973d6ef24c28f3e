import { useLiveQuery } from 'dexie-react-hooks';
import { type CheckedAnswer, unreadCheckedAnswers } from './checked-answers.ts';
import type { RoomView } from '../../chat/views/view-types.ts';
import { useRooms } from '../../chat/views/rooms.ts';
import { useSession } from '../../session/session-context.tsx';

const noRooms: readonly RoomView[] = [];

/** Returns the unread messages that say that a checked answer is there now; undefined until they are read. Live. */
export function useUnreadCheckedAnswers(): CheckedAnswer[] | undefined {
  const { db, me } = useSession();
  const rooms = useRooms() ?? noRooms;
  return useLiveQuery(() => unreadCheckedAnswers(db, me, rooms), [db, me, rooms]);
}
