import { useLiveQuery } from 'dexie-react-hooks';
import { messagesOf } from '../../chat/views/message-views.ts';
import { useSession } from '../../session/session-context.tsx';
import { Attachments } from '../../chat/parts/attachments.tsx';
import { useOrderRoom } from '../parts/order-room.ts';

/** Number of newest messages in which the file is looked for. */
const newestRead = 200;

/** A file in the room of an order; nothing where its message is deleted or this user does not see the room. */
export function FileOfOrder({ orderId, fileId }: { orderId: string; fileId: string }) {
  const { db, me } = useSession();
  const { room } = useOrderRoom(orderId);
  const roomId = room?.id;
  const file = useLiveQuery(async () => {
    const messages = roomId === undefined ? [] : (await messagesOf(db, me, roomId, newestRead)).messages;
    return messages.flatMap(({ files }) => files).find(({ id }) => id === fileId);
  }, [db, me, roomId, fileId]);
  return file === undefined ? null : <Attachments files={[file]} />;
}
