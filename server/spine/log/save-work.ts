import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import type { Order } from '#domain/order/data/order.ts';
import { eraseContent } from '../../files/store/erase.ts';
import { keepOrderCommands, type NewOrderCommands } from '../../order/store/order-commands.ts';
import { queueDropping, queueReading } from '../../order/store/order-files.ts';
import type { StoredResult } from './load-work.ts';
import { today } from '../../session/quotas.ts';
import { type DeskWrite, writeAtDesks } from '../../order/store/order-desk.ts';
import { queueStepMails } from '../../order/store/step-mails.ts';
import { addReports, eraseWithdrawn, type NewReport } from '../../order/store/order-reports.ts';
import { keepRecords } from '../../assistant/store/question-records.ts';
import { changeOrderInvoices, type OrderInvoice } from '../../payment/store/order-invoices.ts';
import { endMemberships } from '../../session/rights.ts';
import { inOneTrip } from '../../database/database.ts';
import { countWritten, type Tx } from '../../database/db.ts';

/** Stores the outcome of executing a frame, with one statement for each kind of row. */

export interface FrameWrites {
  actorId: string;
  events: {
    stream: string;
    sseq: number;
    type: string;
    v: number;
    data: object;
    /** The event's data as stored, see `textOf`. */
    text: string;
    cmdId: string | null;
    staff: boolean;
  }[];
  rooms: Room[];
  members: { roomId: string; userId: string; side: Side }[];
  removedMembers: { roomId: string; userId: string }[];
  aliases: { alias: string; roomId: string }[];
  /** Redacted messages, whose content must be removed from the log too. */
  redactions: Message[];
  /** Messages changed after they were sent. New ones are in their events. */
  messages: Message[];
  orders: Order[];
  invoices: OrderInvoice[];
  deskWrites: DeskWrite[];
  reports: NewReport[];
  attachments: { id: string; fileId: string; messageId: string; roomId: string; name: string }[];
  countedQuestions: number;
  companyId: number | null;
  /** Amounts to add to the actor's daily quota usage. */
  quotaUsage: readonly { quota: string; n: number; limit: number }[];
  results: { key: string; hash: string; result: StoredResult }[];
  /** Accepted commands about orders, and where they come from. */
  orderCommands?: NewOrderCommands | undefined;
}

/** Parts that are left empty where the server itself writes one event of a stream. */
export const nothingWritten = {
  invoices: [],
  deskWrites: [],
  reports: [],
  rooms: [],
  orders: [],
  members: [],
  removedMembers: [],
  aliases: [],
  redactions: [],
  messages: [],
  attachments: [],
  countedQuestions: 0,
  companyId: null,
  quotaUsage: [],
  results: [],
};

export interface Saved {
  xid: string;
  epoch: string;
  /** The events' global sequence numbers, in the order of the events. */
  seqs: number[];
}

/** Thrown when a concurrent transaction took a key or used up a limit after it was read. The transaction is retried. */
export class ConcurrentWrite extends Error {}

/** Writes everything. The caller's transaction makes it atomic. */
export async function saveWork(tx: Tx, outcome: FrameWrites): Promise<Saved> {
  const saved = await saveLogAndRooms(tx, outcome);
  if (outcome.orders.length > 0) await savingRows('orders', outcome.orders).execute(tx);
  await changeOrderInvoices(tx, outcome.invoices);
  await writeAtDesks(tx, outcome.deskWrites);
  await addReports(tx, outcome.reports);
  await queueStepMails(tx, outcome.events, outcome.orders);
  await queueDropping(tx, outcome.events, outcome.orders);
  if (outcome.orderCommands !== undefined) await keepOrderCommands(tx, outcome.actorId, outcome.orderCommands);
  if (outcome.members.length > 0) {
    await sql`insert into room_members (room_id, user_id, side)
      select "roomId", "userId", side
      from json_to_recordset(${JSON.stringify(outcome.members)}::json) as m ("roomId" uuid, "userId" uuid, side text)
      on conflict do nothing`.execute(tx);
  }
  if (outcome.removedMembers.length > 0) {
    await endMemberships(tx, outcome.removedMembers);
  }
  if (outcome.aliases.length > 0) {
    await sql`insert into room_aliases (alias, room_id)
      select alias, "roomId" from json_to_recordset(${JSON.stringify(outcome.aliases)}::json) as a (alias uuid, "roomId" uuid)
      on conflict do nothing`.execute(tx);
  }
  if (outcome.messages.length > 0) {
    const rows = outcome.messages.map((message) => ({ id: message.id, data: message }));
    await sql`update messages set data = r.data
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, data json)
      where messages.id = r.id`.execute(tx);
  }
  if (outcome.attachments.length > 0) {
    await sql`insert into attachments (id, file_id, message_id, room_id, bound_by, name)
      select id, "fileId", "messageId", "roomId", ${outcome.actorId}::uuid, name
      from json_to_recordset(${JSON.stringify(outcome.attachments)}::json)
        as a (id uuid, "fileId" uuid, "messageId" uuid, "roomId" uuid, name text)`.execute(tx);
    await queueReading(tx, { ...outcome, userId: outcome.actorId });
  }
  if (outcome.redactions.length > 0) await eraseContent(tx, outcome.redactions);
  await eraseWithdrawn(tx, outcome.events);
  await keepRecords(tx, outcome.events, outcome.actorId);
  if (outcome.countedQuestions > 0) {
    const counted = await countWritten(tx)`
      update users set question_usage = question_usage + ${outcome.countedQuestions}
      where id = ${outcome.actorId} and question_usage + ${outcome.countedQuestions} <= question_limit`;
    if (counted !== 1) throw new ConcurrentWrite('the trial limit was reached by a concurrent transaction');
  }
  return saved;
}

/** Writes the log and the rooms in one round trip. */
async function saveLogAndRooms(tx: Tx, outcome: FrameWrites): Promise<Saved> {
  const { results, quotaUsage } = outcome;
  const log = savingLog(outcome);
  const { rows } =
    outcome.rooms.length === 0
      ? await log.execute(tx)
      : (await inOneTrip(tx, log, savingRows('rooms', outcome.rooms)))[0];
  const row = rows[0];
  if (row === undefined) throw new Error('the write statement returned no row');
  if (row.stored !== results.length)
    throw new ConcurrentWrite('a concurrent transaction used the same idempotency key');
  const limits = new Map(quotaUsage.map(({ quota, limit }) => [quota, limit]));
  const isOver = row.used?.some(({ quota, used }) => used > (limits.get(quota) ?? 0)) === true;
  if (isOver) throw new ConcurrentWrite('concurrent commands used up a quota');
  return { xid: row.xid, epoch: row.epoch, seqs: row.seqs ?? [] };
}

/** Returns the statement that adds or replaces these rooms or orders, each whole. */
function savingRows(table: 'rooms' | 'orders', values: readonly { id: string }[]) {
  const rows = values.map((value) => ({ id: value.id, data: value }));
  return sql`insert into ${sql.table(table)} (id, data)
    select id, data from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, data jsonb)
    on conflict (id) do update set data = excluded.data`;
}

/**
 * Returns the statement that writes events, their messages, the streams' counters and the receipts. Each column is sent
 * as one delimited text, which is cheaper for the client and for PostgreSQL than an array or JSON.
 */
function savingLog({ actorId, companyId, events, results, quotaUsage }: FrameWrites) {
  return sql<{
    xid: string;
    epoch: string;
    stored: number;
    seqs: number[] | null;
    used: { quota: string; used: number }[] | null;
  }>`
    with incoming as materialized (
      select * from unnest(
        ${column(events, ({ stream }) => stream)}, ${column(events, ({ sseq }) => sseq)}::int[],
        ${column(events, ({ type }) => type)}, ${column(events, ({ v }) => v)}::smallint[],
        ${column(events, ({ cmdId }) => cmdId)}::uuid[], ${column(events, ({ staff }) => staff)}::boolean[],
        ${column(events, (event) => messageOf(event)?.id)}::uuid[],
        ${column(events, ({ text }) => text)}
      ) with ordinality as e (stream, sseq, type, v, cmd_id, staff, message, text, i)
    ), log as (
      insert into events (stream, sseq, type, v, data, cmd_id, staff, actor)
      select stream, sseq, type, v, (case when message is null then text else '{"message":' || text || '}' end)::json,
             cmd_id, staff, ${actorId}::uuid
      from incoming order by i
      returning seq, cmd_id
    ), inserted_messages as (
      insert into messages (id, room_id, sseq, data)
      select message, substr(stream, length('room:') + 1)::uuid, sseq, text::json from incoming where message is not null
    ), updated_streams as (
      insert into streams (stream, sseq) select stream, max(sseq) from incoming group by stream
      on conflict (stream) do update set sseq = excluded.sseq
    ), receipts as (
      insert into idempotency (key, actor, hash, result, seq, generation)
      select r.key, ${actorId}::uuid, decode(r.hash, 'hex'), r.result::json, coalesce(l.seq, 0), epoch.generation
      from unnest(
        ${column(results, ({ key }) => key)}::uuid[], ${column(results, ({ hash }) => hash)},
        ${column(results, ({ result }) => JSON.stringify(result))}
      ) as r (key, hash, result)
      cross join epoch
      left join (select cmd_id, max(seq) as seq from log group by cmd_id) l on l.cmd_id = r.key
      on conflict (key) do nothing
      returning key
    ), quota_usage as (
      insert into quota_days as q (person, day, quota, used, company_id)
      select ${actorId}::uuid, ${today}, quota, sum(n), ${companyId}::int from unnest(
        ${column(quotaUsage, ({ quota }) => quota)}, ${column(quotaUsage, ({ n }) => n)}::int[]
      ) as s (quota, n) group by quota order by quota
      on conflict (person, day, quota) do update set used = q.used + excluded.used, company_id = excluded.company_id
      returning quota, used
    )
    select pg_current_xact_id()::text as xid, (select name from epoch) as epoch,
           (select count(*)::int from receipts) as stored, (select json_agg(seq order by seq) from log) as seqs,
           (select json_agg(json_build_object('quota', quota, 'used', used)) from quota_usage) as used`;
}

/** Returns one value of each row as an SQL array of texts; null and undefined become NULL. */
function column<T>(rows: readonly T[], valueOf: (row: T) => string | number | boolean | null | undefined) {
  return sql`string_to_array(${rows.map((row) => valueOf(row) ?? '').join(separator)}, ${separator}, '')`;
}

/** Never occurs in a value: ids, types and stream names have no control characters, and JSON escapes them. */
const separator = '\x1e';

/** Returns the text stored for an event: the message alone if the data is only that, otherwise the whole data. */
export function textOf(event: Pick<FrameWrites['events'][number], 'type' | 'data'>): string {
  return JSON.stringify(messageOf(event) ?? event.data);
}

/** Returns the message of an event whose data is only a message. */
function messageOf({ type, data }: Pick<FrameWrites['events'][number], 'type' | 'data'>): Message | undefined {
  if (type !== 'message.sent' && type !== 'answer.finished') return undefined;
  return (data as { message: Message }).message;
}
