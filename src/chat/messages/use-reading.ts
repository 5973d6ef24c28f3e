import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { markRead } from '../calls/read-mark.ts';
import { sideOfMe } from '../views/project-room.ts';
import { useSession } from '../../session/session-context.tsx';
import type { MessageView, RoomView } from '../views/view-types.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

interface ReadingProgress {
  /** Read position when the room was opened, where the "new" line stays. */
  readUpTo: number | undefined;
  /** Number of unread messages of the other side. */
  unseen: number;
  /** Call with whether the newest message is visible; true at first. */
  onEnd: (isInView: boolean) => void;
}

/** Marks a room as read while its end and the page are visible. Use the room id as key of the component. */
export function useReading(room: RoomView | undefined, messages: MessageView[] | undefined): ReadingProgress {
  const { ctx, me } = useSession();
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const [openedAt, setOpenedAt] = useState<number>();
  const [endInView, onEnd] = useState(true);
  const side = room === undefined ? undefined : sideOfMe(room, me);
  const mark = room === undefined || side === undefined ? undefined : room.marks[side];
  const newest = messages?.findLast((message) => !message.pending && message.author.id !== me.id)?.sseq;
  const roomId = room?.id;
  const confirmed = room?.pending === false;

  // Set during rendering rather than in an effect: the line must be set before the mark moves.
  if (openedAt === undefined && mark !== undefined) setOpenedAt(mark);

  // A mark is sent once; it is not repeated if it fails.
  const asked = useRef(0);
  useEffect(() => {
    if (!visible || !endInView || !confirmed || roomId === undefined || newest === undefined || mark === undefined)
      return;
    if (newest <= Math.max(mark, asked.current)) return;
    asked.current = newest;
    markRead(ctx, { roomId, upTo: newest }).catch(() => undefined);
  }, [ctx, visible, endInView, confirmed, roomId, newest, mark]);
  return { readUpTo: openedAt, unseen: room?.unreadCount ?? 0, onEnd };
}
