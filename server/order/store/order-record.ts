import { createHash } from 'node:crypto';
import { type RecordEntry, recordPart, writtenAt } from '#domain/order/life/record.ts';
import { systemActor } from '#domain/order/life/status.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';
import { asWire } from '../../database/moments.ts';

/** Reads the record of an order: all events of its stream, also archived ones, with who sent them from where. */

type EventRow = Pick<RecordEntry, 'event' | 'received' | 'stored' | 'device' | 'command'> & {
  actor: string | null;
  data: { by?: string; entry?: { by?: string } };
};

/** Returns the record as text. @param withNotes whether it has the part with what staff wrote among themselves */
export async function recordOf(db: Db | Tx, order: string, withNotes: boolean): Promise<string> {
  const events = recordPart({ part: 'order', order }, await eventsOf(db, order), sha256);
  return withNotes ? events + recordPart({ part: 'staff', order }, await notesOf(db, order), sha256) : events;
}

async function eventsOf(db: Db | Tx, order: string): Promise<RecordEntry[]> {
  const stream = `order:${order}`;
  const rows = await rowsOf<EventRow>(db)`
    select e.type as event, e.actor, ${asWire('c.received_at')} as received, ${asWire('e.created_at')} as stored,
           c.device, e.cmd_id as command, e.data
      from (
        select sseq, type, actor, created_at, cmd_id, data from events where stream = ${stream}
        union all
        select sseq, type, actor, created_at, cmd_id, data from archived_events where stream = ${stream}
      ) e left join order_commands c on c.cmd_id = e.cmd_id
     order by e.sseq`;
  return rows.map(({ actor, ...row }) => ({
    ...row,
    // Events that the server writes by itself are stored in the name of a user: without a command, no user has sent
    // them.
    by: row.data.entry?.by ?? row.data.by ?? (row.command === null ? systemActor : actor),
    written: writtenAt(row.command),
  }));
}

/** Returns the notes of staff and who was put in charge, which are not in the log. */
async function notesOf(db: Db | Tx, order: string): Promise<RecordEntry[]> {
  const rows = await rowsOf<{ kind: string; at: string; author: string; expert: string | null; text: string }>(db)`
    select d.kind, ${asWire('d.at')} as at, d.author, d.expert, d.text from order_desk_entries d
     where d.order_id = ${order} order by d.at, d.id`;
  return rows.map(({ kind, at, author, expert, text }) => ({
    event: `staff.${kind}`,
    by: author,
    written: null,
    received: null,
    stored: at,
    device: null,
    command: null,
    data: kind === 'note' ? { text } : { expert, text },
  }));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
