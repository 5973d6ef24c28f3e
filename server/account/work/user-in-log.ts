import { sql } from 'kysely';
import { withTextErased, erasedMessage, erasedRoom, withNameReplaced } from '#domain/spine/erasure.ts';
import type { Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import { deletedName } from '#domain/account/users.ts';
import { savingFolded } from './saving-folded.ts';
import { appendEvent } from '../../spine/log/append-event.ts';
import { lockStreams } from '../../spine/log/reading.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';
import { deletionStep } from '../store/forget-user.ts';

/** Removes a deleted user's name from the log and its projections, in short transactions. */

interface UserStream {
  stream: string;
  /** A chat with the assistant: no other user has access to it. */
  isPrivate: boolean;
}

/** Returns all streams that a user takes part in, or ever did. Reads the whole log, so run it at night. */
export async function streamsWith(db: Db, userId: string): Promise<UserStream[]> {
  return await rowsOf<UserStream>(db)`
    with theirs as (
      select 'room:' || id as stream from rooms where customer_id = ${userId}
      union select 'room:' || room_id from room_members where user_id = ${userId}
      union select 'order:' || id from orders where owner_id = ${userId}
      union select 'order:' || id from orders where data -> 'colleagues' @> ${JSON.stringify([{ userId }])}::jsonb
      union select stream from events where actor = ${userId}
      union select stream from archived_events where actor = ${userId}
    )
    select t.stream, coalesce(r.type <= 4, false) as "isPrivate" from theirs t
      left join rooms r on t.stream = 'room:' || r.id
     where t.stream like 'room:%' or t.stream like 'order:%' order by t.stream`;
}

/**
 * Removes a user's name from one stream, and the content too if the stream is private. Other devices learn of it by one
 * event, the last one for this user in the stream: a device that has fetched anything before knows the new name
 * afterwards. Idempotent.
 */
export async function forgetInStream(db: Db, userId: string, { stream, isPrivate }: UserStream): Promise<void> {
  const renamed = (value: unknown) => withNameReplaced(value, userId, deletedName);
  const inEvents = isPrivate ? (value: unknown) => withTextErased(renamed(value)) : renamed;
  const inMessages = isPrivate ? (value: unknown) => erasedMessage(renamed(value) as Fields) : renamed;
  const [kind = '', id = ''] = stream.split(':');
  // An event that is archived meanwhile is rewritten either before the move or after it.
  for (const table of ['events', 'archived_events']) {
    await rewrite(db, { stream, table, key: 'seq', of: sql`stream = ${stream}`, change: inEvents });
  }
  if (kind === 'room') {
    await rewrite(db, { stream, table: 'messages', key: 'id', of: sql`room_id = ${id}`, change: inMessages });
  }
  await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [stream]);
    await (isPrivate ? closePrivate(tx, userId, id) : notifyDevices(tx, userId, stream));
  });
}

type Fields = Record<string, unknown>;

interface Rewrite {
  stream: string;
  table: string;
  key: 'seq' | 'id';
  of: ReturnType<typeof sql>;
  change: (value: unknown) => unknown;
}

/**
 * Rewrites rows of a stream from oldest to newest, in batches of one transaction each, because a long transaction would
 * delay all feeds.
 */
async function rewrite(db: Db, { stream, table, key, of, change }: Rewrite): Promise<void> {
  for (let after: number | undefined = -1; after !== undefined;) {
    const from: number = after;
    after = await db.transaction().execute(async (tx) => {
      // A message may be redacted at the same moment.
      await lockStreams(tx, [stream]);
      const rows = await rowsOf<{ key: string; sseq: number; said: string }>(tx)`
        select ${sql.ref(key)}::text as key, sseq, data::text as said from ${sql.table(table)}
         where ${of} and sseq > ${from} order by sseq limit ${deletionStep}`;
      const changed = rows.flatMap((row) => {
        const before: unknown = JSON.parse(row.said);
        const text = JSON.stringify(change(before));
        return text === JSON.stringify(before) ? [] : [{ key: row.key, text }];
      });
      if (changed.length > 0) {
        await sql`update ${sql.table(table)} t set data = c.said::json
          from unnest(${changed.map((row) => row.key)}::text[], ${changed.map(({ text }) => text)}::text[]) as c (key, said)
          where t.${sql.ref(key)} = c.key::${sql.raw(key === 'seq' ? 'bigint' : 'uuid')}`.execute(tx);
      }
      return rows.at(-1)?.sseq;
    });
  }
}

/** Frees the files of a room that is now empty. */
async function closePrivate(tx: Tx, userId: string, roomId: string): Promise<void> {
  await sql`with freed as (delete from attachments where room_id = ${roomId} returning file_id)
    insert into freed_files (file_id) select distinct file_id from freed on conflict do nothing`.execute(tx);
  const row = await firstRow<{ data: Room }>(tx)`select data from rooms where id = ${roomId}`;
  const room = row?.data;
  if (room === undefined) return;
  const { last } = room;
  const renamed = withNameReplaced(room, userId, deletedName) as Fields;
  const isTheirs = last !== null && last.senderType === 'USER';
  const left = erasedRoom(isTheirs ? { ...renamed, last: { ...last, authorName: deletedName } } : renamed);
  await sql`update rooms set data = ${JSON.stringify(left)}::jsonb where id = ${roomId}`.execute(tx);
}

/** Appends the event for all devices, and folds it into the row. */
async function notifyDevices(tx: Tx, userId: string, stream: string): Promise<void> {
  const found = await firstRow<{
    isNotified: boolean;
    position: number;
    newest: number | null;
    room: Room | null;
    order: Order | null;
  }>(tx)`
    select exists (
        select from events where stream = ${stream} and ${isAbout(userId)}
        union all select from archived_events where stream = ${stream} and ${isAbout(userId)}) as "isNotified",
      coalesce((select sseq from streams where stream = ${stream}), 0) as position,
      (select max(m.sseq) from messages m where ${stream} = 'room:' || m.room_id
         and readable(m.data) #>> '{author,id}' = ${userId}) as newest,
      (select data from rooms where ${stream} = 'room:' || id) as room,
      (select data from orders where ${stream} = 'order:' || id) as order`;
  if (found === undefined || found.isNotified) return;
  const { position, newest, room, order } = found;
  const data = { userId, name: deletedName, newest };
  // Staff can read all rooms and orders that have other members.
  const about = { stream, position, type: 'person.renamed', data, actorId: userId, staff: true } as const;
  await appendEvent(tx, about, (event) => savingFolded(event, { room, order }));
}

const isAbout = (userId: string) => sql`type = 'person.renamed' and data ->> 'userId' = ${userId}`;
