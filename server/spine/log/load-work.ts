import { roomTypes, type Side } from '#domain/account/room-types.ts';
import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { NumberedRateCard } from '#domain/order/data/rate-card.ts';
import type { QuestionContext } from '#domain/assistant/retrieval/question.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { type AddedReport, addedReportsJson } from '../../order/store/order-reports.ts';
import { currentRateCardJson, rateCardIn } from '../../order/store/rate-cards.ts';
import { inOneTrip } from '../../database/database.ts';
import { type Actor, actorJson } from '../../session/users.ts';
import { type DayCount, isUnaccepted, today } from '../../session/quotas.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';
import { nextOrderNumber } from '../../order/store/order-number.ts';

/** Reads everything that deciding a frame of commands needs, in as few statements as possible. */

/** The rows to read, collected over the frame. */
export interface Wanted {
  actorId: string;
  keys: string[];
  rooms: string[];
  orders: string[];
  /** Those of `orders` that a command makes if they do not exist. */
  newOrders: string[];
  messages: string[];
  reports: string[];
  /** Orders of which all reports are read. */
  reportsOf: string[];
  /** Other users, to see what they may do. */
  users: string[];
  hashes: string[];
  attachments: string[];
  streams: string[];
  expertRoom: boolean;
  /** Whether a command is priced. */
  rateCard: boolean;
  roomsOfOrders: string[];
  roomsOfResults: string[];
  /** Orders of which it matters who is in charge. */
  desks: string[];
  /** Users of whom it matters whether they are staff. */
  staffMembers: string[];
}

/** Returns the other rooms that the named ones lead to: aliases, and rooms of which only one may exist. */
export async function lookAhead(db: Db, wanted: Wanted): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db)`${otherRooms(wanted)}`;
  return rows.map((row) => row.id);
}

/** The id of the first version of a question, in this column of messages. */
function firstOf(column: string) {
  return sql`coalesce(${sql.ref(column)} ->> 'branchOf', ${sql.ref(column)} ->> 'id')`;
}

/**
 * Returns the last answered questions of each of these rooms, oldest first, with the category of each answer. Of a question that was asked
 * again only the newest version counts.
 * @param again questions of which no version counts, because they are asked again now
 */
export async function lastAnswers(
  db: Db,
  roomIds: readonly string[],
  again: readonly string[],
): Promise<Map<string, QuestionContext[]>> {
  const rows = await rowsOf<{ room_id: string; text: string; category: string | null }>(db)`
    select a.room_id, a.text, a.category
    from unnest(${roomIds}::uuid[]) as asked (room_id)
    cross join lateral (
      select m.room_id, m.sseq, readable(q.data) ->> 'content' as text, said.data #>> '{answer,sources,0,category}' as category
        from messages m cross join lateral (select readable(m.data) as data) said
        join messages q on q.id = (said.data #>> '{answer,questionId}')::uuid and q.data ->> 'redacted' is null and readable(q.data) is not null
       where m.room_id = asked.room_id and said.data -> 'answer' is not null
         and not exists (select from messages v where v.room_id = asked.room_id and v.sseq > q.sseq
               and v.data ->> 'redacted' is null and v.data ->> 'branchOf' = ${firstOf('q.data')})
         and ${firstOf('q.data')} not in (select ${firstOf('r.data')} from messages r where r.id = any(${again}::uuid[]))
       order by m.sseq desc limit ${retrievalSettings.questionsBefore}
    ) a
    order by a.room_id, a.sseq`;
  const byRoom = Map.groupBy(rows, (row) => row.room_id);
  return new Map(
    [...byRoom].map(([id, answered]) => [
      id,
      answered.map(({ text, category }) => ({ text, category: category ?? '' })),
    ]),
  );
}

/** Locks these streams in the order of their numbers, so that two frames cannot deadlock. */
export async function lockStreams(tx: Tx, streams: string[]): Promise<void> {
  await locking(streams).execute(tx);
}

function locking(streams: string[]) {
  // Generic plans until the frame ends: planning its statements for their parameters costs more than running them.
  return sql`select pg_advisory_xact_lock(k), (select set_config('plan_cache_mode', 'force_generic_plan', true)) from (
    select distinct hashtextextended(s, 0) as k from unnest(${streams}::text[]) s order by k) keys`;
}

export interface StoredReceipt {
  key: string;
  actor: string;
  /** Hex. */
  hash: string;
  result: StoredResult;
  xid: string;
  seq: number;
  generation: number;
}

/** A stored receipt, which a repeated command gets again. */
export type StoredResult =
  | { s: 'ok'; out?: object }
  | { s: 'rejected'; code: string; message: string; details?: unknown };

export interface LoadedRows {
  actor: Actor | null;
  known: StoredReceipt[];
  rooms: Room[];
  members: { roomId: string; userId: string; side: Side }[];
  aliases: { alias: string; roomId: string }[];
  messages: Message[];
  orders: Order[];
  /** Reports that staff have added, published or not. */
  reports: AddedReport[];
  /** The wanted users whose accounts are active. */
  users: Actor[];
  /** Files the actor has uploaded, by hash. */
  files: { id: string; sha256: string; size: number; mime: string }[];
  /** Attachment ids that are in use already. */
  attachments: string[];
  streams: { stream: string; sseq: number }[];
  /** Experts in charge of the wanted orders; orders that never had one are missing. */
  desks: { orderId: string; expert: string | null }[];
  /** Ids of the wanted users who are active staff. */
  staffMembers: string[];
  /** Companies of these orders that pay after the work. */
  openCredit: number[];
  /** Invoices over the prices of these orders that are not void. */
  invoices: { orderId: string; status: 'draft' | 'open' | 'paid' }[];
  /** The current rate card, if it was wanted. */
  rateCard: NumberedRateCard | null;
  /** A number for each order that a command may make. */
  orderNumbers: { orderId: string; number: string }[];
  /**
   * Used amounts of the quotas of the actor and the actor's company. Drafts are counted only if an order is new, and
   * their bytes only if a draft is changed.
   */
  used: DayCount[];
  /** The current epoch and generation of the log, and a position that every later pull will pass. */
  logNow: { epoch: string; generation: number; xid: string };
}

type Loaded = { [K in keyof LoadedRows]: LoadedRows[K] | null };

/**
 * Locks the streams and reads the wanted rows in one round trip. These are two statements, so that the second sees what
 * was committed while the first waited for its locks.
 */
export async function lockAndLoad(tx: Tx, wanted: Wanted): Promise<LoadedRows> {
  const [, { rows }] = await inOneTrip(tx, locking(wanted.streams), reading(wanted));
  const row = rows[0];
  if (row === undefined || row.logNow === null) throw new Error('reading gave nothing');
  return {
    actor: row.actor,
    logNow: row.logNow,
    known: row.known ?? [],
    rooms: row.rooms ?? [],
    members: row.members ?? [],
    aliases: row.aliases ?? [],
    messages: row.messages ?? [],
    orders: row.orders ?? [],
    openCredit: row.openCredit ?? [],
    invoices: row.invoices ?? [],
    reports: row.reports ?? [],
    users: row.users ?? [],
    rateCard: wanted.rateCard ? rateCardIn(row.rateCard) : null,
    desks: row.desks ?? [],
    staffMembers: row.staffMembers ?? [],
    files: row.files ?? [],
    attachments: row.attachments ?? [],
    streams: row.streams ?? [],
    orderNumbers: row.orderNumbers ?? [],
    used: row.used ?? [],
  };
}

/** Reads everything in one statement, and so in one snapshot. */
function reading(wanted: Wanted) {
  return sql<Loaded>`
    with seen as materialized (
      select r.id, r.data from rooms r
      join (select unnest(${wanted.rooms}::uuid[]) as id union ${otherRooms(wanted)}) named on named.id = r.id
    ), owners (owner, company_id) as materialized (
      select 'user:' || ${wanted.actorId}::text, null::integer
      union all select 'company:' || company_id, company_id from users where id = ${wanted.actorId} and company_id is not null
    )
    select
      (select ${actorJson} from users u
        where u.id = ${wanted.actorId} and ${isActive('u')}) as actor,
      (select json_agg(json_build_object('key', key, 'actor', actor, 'hash', encode(hash, 'hex'), 'result', result,
          'xid', xid::text, 'seq', seq, 'generation', generation))
        from idempotency where key = any(${wanted.keys}::uuid[])) as known,
      case when ${wanted.rateCard} then ${currentRateCardJson} end as "rateCard",
      (select json_agg(data) from seen) as rooms,
      (select json_agg(json_build_object('roomId', m.room_id, 'userId', m.user_id, 'side', m.side))
        from room_members m where m.room_id in (select id from seen)) as members,
      (select json_agg(json_build_object('alias', alias, 'roomId', room_id))
        from room_aliases where alias = any(${wanted.rooms}::uuid[])) as aliases,
      (select json_agg(data) from messages where id = any(${wanted.messages}::uuid[])) as messages,
      (select json_agg(data) from orders where id = any(${wanted.orders}::uuid[])) as orders,
      (select json_agg(json_build_object('orderId', order_id, 'expert', expert))
        from order_desks where order_id = any(${wanted.desks}::uuid[])) as desks,
      (select json_agg(s.id) from users s where s.id = any(${wanted.staffMembers}::uuid[])
        and s.role in ('EXPERT', 'CHATBOT') and ${isActive('s')}) as "staffMembers",
      (select json_agg(id) from companies where open_credit
        and id in (select company_id from orders where id = any(${wanted.orders}::uuid[]))) as "openCredit",
      (select json_agg(json_build_object('orderId', order_id, 'status', status))
        from invoices where order_id = any(${wanted.orders}::uuid[]) and kind = 'invoice' and status <> 'void') as invoices,
      ${addedReportsJson(wanted)} as reports,
      (select json_agg(${actorJson}) from users u
        where u.id = any(${wanted.users}::uuid[]) and ${isActive('u')}) as users,
      (select json_agg(json_build_object('id', id, 'sha256', sha256, 'size', size, 'mime', mime))
        from files where uploader = ${wanted.actorId} and sha256 = any(${wanted.hashes}::text[])) as files,
      (select json_agg(id) from attachments where id = any(${wanted.attachments}::uuid[])) as attachments,
      (select json_agg(json_build_object('stream', stream, 'sseq', sseq))
        from streams where stream = any(${wanted.streams}::text[])) as streams,
      (select json_agg(json_build_object('orderId', o.id, 'number', ${nextOrderNumber}))
        from unnest(${wanted.newOrders}::uuid[]) as o (id)
        where not exists (select 1 from orders where orders.id = o.id)
          -- A frame that has to lock more starts over: it would leave a gap in the numbers.
          and not exists (select from owners where owner <> all(${wanted.streams}::text[]))) as "orderNumbers",
      (select json_agg(json_build_object('owner', owner, 'quota', quota, 'used', used)) from (
        select o.owner, d.quota, sum(d.used)::float8 as used from owners o join quota_days d
            on d.day = ${today} and case when o.company_id is null then d.person = ${wanted.actorId} else d.company_id = o.company_id end
          group by o.owner, d.quota
        union all select o.owner, 'draftOrders', (select count(*) from orders
            where status = 'draft' and case when o.company_id is null then owner_id = ${wanted.actorId} else company_id = o.company_id end)
          from owners o where exists (select from unnest(${wanted.orders}::uuid[]) as n (id)
            where not exists (select from orders where orders.id = n.id))
        -- Two queries, so that each uses its index: every patch runs them.
        union all select o.owner, 'draftBytes', coalesce((select sum(bytes) from (
            select bytes from orders where o.company_id is null and owner_id = ${wanted.actorId} and ${isUnaccepted}
            union all select bytes from orders where company_id = o.company_id and ${isUnaccepted}) sizes), 0)::float8
          from owners o where cardinality(${wanted.newOrders}::uuid[]) > 0) counts) as used,
      (select json_build_object('epoch', name, 'generation', generation,
        'xid', pg_snapshot_xmin(pg_current_snapshot())::text) from epoch) as "logNow"`;
}

/**
 * The rooms that the named ones are aliases of, and those of which only one may exist: the actor's open expert room, the
 * room of an order, the room of a result. Separate queries, so that each uses its index.
 */
function otherRooms(wanted: Wanted) {
  return sql`
    select a.room_id as id from room_aliases a where a.alias = any(${wanted.rooms}::uuid[])
    union all select r.id from rooms r
      where r.customer_id = ${wanted.actorId} and r.type = ${sql.lit(roomTypes.expert)} and r.status = 'open' and ${wanted.expertRoom}::boolean
    union all select r.id from rooms r where r.type = ${sql.lit(roomTypes.order)} and r.order_id = any(${wanted.roomsOfOrders}::uuid[])
    union all select r.id from rooms r
      where r.type = ${sql.lit(roomTypes.result)} and r.customer_id = ${wanted.actorId} and r.result_name = any(${wanted.roomsOfResults}::text[])`;
}
