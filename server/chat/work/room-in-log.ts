import { type RawBuilder } from 'kysely';
import type { Room } from '#domain/chat/chat.ts';
import type { Event, EventData } from '#domain/spine/events.ts';
import { appendEvent, type Appended } from '../../spine/log/append-event.ts';
import { lockStreams } from '../../spine/log/reading.ts';
import { savingFoldedRoom } from '../store/rooms.ts';
import { firstRow, type Tx } from '../../database/db.ts';

/** Events of rooms that no command makes, so the bus does not write them. */

/** A room with what the next event of its stream needs. */
export interface RoomNow {
  room: Room;
  /** Position of the newest event of its stream. */
  position: number;
  members: string[];
}

/** A written event, with what its announcement needs. */
export interface WrittenInRoom extends Appended {
  members: string[];
}

/**
 * Locks a room's stream until the end of the transaction, and reads the room.
 * @param condition over the room's row `r`
 * @returns undefined where there is no such room
 */
export async function lockRoom(tx: Tx, roomId: string, condition: RawBuilder<unknown>): Promise<RoomNow | undefined> {
  const stream = `room:${roomId}`;
  await lockStreams(tx, [stream]);
  return await firstRow<RoomNow>(tx)`
    select r.data as room, s.sseq as position,
           coalesce((select json_agg(m.user_id) from room_members m where m.room_id = r.id), '[]') as members
      from rooms r join streams s on s.stream = ${stream}
     where r.id = ${roomId} and ${condition}`;
}

/**
 * Appends the next event to the stream of a locked room, and folds it into the room's row.
 * @param further returns the statements that store what else follows from the event
 */
export async function appendToRoom<T extends 'message.sent' | 'answer.finished' | 'claims.found'>(
  tx: Tx,
  { room, position, members }: RoomNow,
  { type, data, actorId, staff }: { type: T; data: EventData[T]; actorId: string; staff: boolean },
  further: (event: Event<T>) => readonly RawBuilder<unknown>[] = () => [],
): Promise<WrittenInRoom> {
  const about = { stream: `room:${room.id}`, position, type, data, actorId, staff };
  const appended = await appendEvent(tx, about, (event) => [...savingFoldedRoom(room, event), ...further(event)]);
  return { members, ...appended };
}
