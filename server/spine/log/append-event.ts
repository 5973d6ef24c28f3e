import type { Room } from '#domain/chat/chat.ts';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { foldRoom } from '#domain/spine/fold-room.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import { nothingWritten, saveWork, textOf } from './save-work.ts';
import type { Tx } from '../../database/db.ts';

interface NewEvent<T extends EventType> {
  /** A locked stream, and the position of its last event. */
  stream: string;
  position: number;
  type: T;
  data: EventData[T];
  actorId: string;
  /** Whether all staff receive it. */
  staff: boolean;
  /** The row of the stream, into which the event is folded. */
  room?: Room | null;
  order?: Order | null;
}

/** An appended event, with what its announcement needs. */
export interface Appended {
  pos: Cursor;
  event: WireEvent;
}

/** Appends the next event to a locked stream, and folds it into the stream's row: for what is no command. */
export async function appendEvent<T extends EventType>(
  tx: Tx,
  { stream, position, type, data, actorId, staff, room, order }: NewEvent<T>,
): Promise<Appended> {
  const event = { stream, sseq: position + 1, type, v: 1, data, cmdId: null } as Event<T>;
  const nextRoom = room === undefined || room === null ? undefined : foldRoom(room, event);
  const nextOrder = order === undefined || order === null ? undefined : foldOrder(order, event);
  const saved = await saveWork(tx, {
    ...nothingWritten,
    actorId,
    events: [{ ...event, text: textOf(event), staff }],
    rooms: nextRoom === undefined ? [] : [nextRoom],
    orders: nextOrder === undefined ? [] : [nextOrder],
  });
  const pos: Cursor = { epoch: saved.epoch, xid: saved.xid, seq: saved.seqs[0] ?? 0 };
  return { pos, event: { ...event, pos } };
}
