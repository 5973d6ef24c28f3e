import { useLiveQuery } from 'dexie-react-hooks';
import type { FileRef } from '#domain/chat/chat.ts';
import { availableFiles, countedCommands, type WaitingEntry, waitingOf } from '../../db/unsent-commands.ts';
import { ordersAndTemplatesOf } from '../../order/views/order-views.ts';
import { roomsOf } from '../../chat/views/room-views.ts';
import { filesIn } from '../../chat/compose/edit-again.ts';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../../chat/views/view-types.ts';

/** One unconfirmed or refused command, with its order, room and files. */
export interface WaitingCommand {
  item: WaitingEntry;
  order: OrderView | undefined;
  room: RoomView | undefined;
  files: WaitingFile[];
}

interface WaitingFile extends FileRef {
  /** Whether the server has the bytes. */
  isOnServer: boolean;
  /** Whether this device has the bytes. */
  isOnDevice: boolean;
}

/** Returns all commands that are not confirmed yet, and the refused ones; undefined while loading. Live. */
export function useWaitingCommands(): WaitingCommand[] | undefined {
  const { db, me } = useSession();
  return useLiveQuery(async () => {
    const all = await waitingOf(db);
    const isRefused = (item: WaitingEntry) => item.state === 'refused';
    const shown = new Set([...all.filter(isRefused), ...countedCommands(all.filter((item) => !isRefused(item)))]);
    const items = all.filter((item) => shown.has(item));
    const hashes = items.flatMap((item) => filesIn(item).map(({ sha256 }) => sha256));
    const [orders, rooms, bytes] = await Promise.all([
      ordersAndTemplatesOf(db, me),
      roomsOf(db, me),
      availableFiles(db, hashes),
    ]);
    const orderOf = new Map(orders.map((order) => [`order:${order.id}`, order]));
    const roomOf = new Map(rooms.map((room) => [`room:${room.id}`, room]));
    return items.map((item) => ({
      item,
      order: orderOf.get(item.lane) ?? orderOf.get(`order:${roomOf.get(item.lane)?.orderId ?? ''}`),
      room: roomOf.get(item.lane),
      files: filesIn(item).map((file) => ({
        ...file,
        isOnServer: bytes.there.has(file.sha256),
        isOnDevice: bytes.here.has(file.sha256),
      })),
    }));
  }, [db, me]);
}
