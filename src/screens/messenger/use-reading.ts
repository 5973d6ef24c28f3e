import { useEffect, useState, useSyncExternalStore } from 'react';
import { markRead } from '../../commands/read-mark.ts';
import { sideOfMe, type MessageView, type RoomView } from '../../db/views.ts';
import { useSession } from '../session-context.tsx';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Marks what is on the screen as read, while the page is looked at. Answers up to which place it was read when the
 * conversation was opened: there the "new" line stays. Key the component by the room.
 */
export function useReading(room: RoomView | undefined, messages: MessageView[] | undefined): number | undefined {
  const { ctx, me } = useSession();
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const [openedAt, setOpenedAt] = useState<number>();
  const side = room === undefined ? undefined : sideOfMe(room, me);
  const mark = room === undefined || side === undefined ? undefined : room.marks[side];
  const newest = messages?.findLast((message) => !message.pending && message.author.id !== me.id)?.sseq;
  const roomId = room?.id;
  const confirmed = room?.pending === false;

  // Set while rendering, not in an effect: the line must be there before the mark moves.
  if (openedAt === undefined && mark !== undefined) setOpenedAt(mark);

  useEffect(() => {
    if (!visible || !confirmed || roomId === undefined || newest === undefined || mark === undefined) return;
    if (newest > mark) markRead(ctx, { roomId, upTo: newest }).catch(() => undefined);
  }, [ctx, visible, confirmed, roomId, newest, mark]);
  return openedAt;
}
