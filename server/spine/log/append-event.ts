import type { RawBuilder } from 'kysely';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import { Batch } from './batch.ts';
import { textOf } from './saving.ts';
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
}

/** An appended event, with what its announcement needs. */
export interface Appended {
  pos: Cursor;
  event: WireEvent;
}

/**
 * Appends the next event to a locked stream: for what is no command.
 * @param saving returns the statements that store the row of the stream with the event folded into it
 */
export async function appendEvent<T extends EventType>(
  tx: Tx,
  { stream, position, type, data, actorId, staff }: NewEvent<T>,
  saving: (event: Event<T>) => readonly RawBuilder<unknown>[],
): Promise<Appended> {
  const event = { stream, sseq: position + 1, type, v: 1, data, cmdId: null } as Event<T>;
  const batch = new Batch();
  for (const statement of saving(event)) batch.add(statement);
  const saved = await batch.send(tx, { actorId, events: [{ ...event, text: textOf(event), staff }] });
  const pos: Cursor = { epoch: saved.epoch, xid: saved.xid, seq: saved.seqs[0] ?? 0 };
  return { pos, event: { ...event, pos } };
}
