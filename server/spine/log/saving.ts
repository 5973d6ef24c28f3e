import { sql } from 'kysely';
import type { Message } from '#domain/chat/chat.ts';
import type { StoredResult } from './reading.ts';
import { today } from '../../session/quotas.ts';

/** Stores the log of a frame: events, receipts, positions of streams, and quotas. */

/** Additions of a frame to the log. */
export interface LogWrites {
  actorId: string;
  companyId?: number | null;
  events: readonly {
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
  /** Amounts to add to the actor's daily quota usage. */
  quotaUsage?: readonly { quota: string; n: number; limit: number }[];
  results?: readonly { key: string; hash: string; result: StoredResult }[];
}

/** Positions of stored events. */
export interface Saved {
  xid: string;
  epoch: string;
  /** The events' global sequence numbers, in the order of the events. */
  seqs: number[];
}

/** Thrown when a concurrent transaction took a key or used up a limit after it was read. The transaction is retried. */
export class ConcurrentWrite extends Error {}

/** Returns where the events are. @throws ConcurrentWrite, when a key or a quota was taken meanwhile */
export function savedIn([row]: readonly SavedLog[], { results = [], quotaUsage = [] }: LogWrites): Saved {
  if (row === undefined) throw new Error('the write statement returned no row');
  if (row.stored !== results.length)
    throw new ConcurrentWrite('a concurrent transaction used the same idempotency key');
  const limits = new Map(quotaUsage.map(({ quota, limit }) => [quota, limit]));
  const isOver = row.used?.some(({ quota, used }) => used > (limits.get(quota) ?? 0)) === true;
  if (isOver) throw new ConcurrentWrite('concurrent commands used up a quota');
  return { xid: row.xid, epoch: row.epoch, seqs: row.seqs ?? [] };
}

/** The row that the statement of `savingLog` returns. */
export interface SavedLog {
  xid: string;
  epoch: string;
  /** Number of stored receipts. */
  stored: number;
  seqs: number[] | null;
  used: { quota: string; used: number }[] | null;
}

/**
 * Returns the statement that writes events, their messages, the streams' counters and the receipts. Each column is sent
 * as one delimited text, which is cheaper for the client and for PostgreSQL than an array or JSON.
 */
export function savingLog({ actorId, companyId = null, events, results = [], quotaUsage = [] }: LogWrites) {
  return sql<SavedLog>`
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
export function textOf(event: Pick<LogWrites['events'][number], 'type' | 'data'>): string {
  return JSON.stringify(messageOf(event) ?? event.data);
}

/** Returns the message of an event whose data is only a message. */
function messageOf({ type, data }: Pick<LogWrites['events'][number], 'type' | 'data'>): Message | undefined {
  if (type !== 'message.sent' && type !== 'answer.finished') return undefined;
  return (data as { message: Message }).message;
}
