import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import { messagesAfter } from '../../chat/store/message-reads.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow, rowsOf } from '../../database/db.ts';

const copyStep = 200;

/** Reads the content of a user's data copy in pieces, never all at once. */

/** A file of the user: where its bytes are, and its name in the copy. */
export interface CopiedFile {
  id: string;
  name: string;
  path: string;
  folder: 'own' | 'messages' | 'reports';
}

const theirRooms = (userId: string) => sql`(r.customer_id = ${userId} or exists (
  select from room_members m where m.room_id = r.id and m.user_id = ${userId} and m.side = 'user'))`;

/** Yields the user's rooms, each with its messages. Redacted messages have no content here either. */
export async function* conversationsOf(db: Db, userId: string): AsyncGenerator<Room | Message> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await rowsOf<{ id: string; data: Room }>(db)`
      select r.id, r.data from rooms r where ${theirRooms(userId)} and r.id > ${after} order by r.id limit 50`;
    for (const { id, data } of rows) {
      after = id;
      yield data;
      let place = 0;
      for (;;) {
        const messages = await messagesAfter(db, id, place, copyStep);
        yield* messages;
        const last = messages.at(-1);
        if (last === undefined) break;
        place = last.sseq;
      }
    }
    if (rows.length === 0) return;
  }
}

/** Yields the user's orders with all their content. */
export async function* ordersOf(db: Db, userId: string): AsyncGenerator<Order> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await rowsOf<{ id: string; data: Order }>(db)`
      select id, data from orders where owner_id = ${userId} and id > ${after} order by id limit 50`;
    for (const { id, data } of rows) {
      after = id;
      yield data;
    }
    if (rows.length === 0) return;
  }
}

/** Returns the user's own files, those of the user's rooms, and the published reports of the user's orders. */
export async function filesOf(db: Db, userId: string): Promise<CopiedFile[]> {
  return await rowsOf<CopiedFile>(db)`
    select o.id, o.name, f.path, 'own' as folder from own_files o join files f on f.id = o.file_id where o.owner = ${userId}
    union all
    select a.id, a.name, f.path, 'messages' from attachments a join files f on f.id = a.file_id
      join rooms r on r.id = a.room_id where ${theirRooms(userId)}
    union all
    select p.id, p.file_name, f.path, 'reports' from orders o join order_reports p on p.order_id = o.id
      join files f on f.id = p.file_id
      where o.owner_id = ${userId} and exists (select from jsonb_array_elements(o.data -> 'reports') s
        where s ->> 'id' = p.id::text and s -> 'file' <> 'null')`;
}

/** Returns the other data we hold: when the account was created, its language, devices, messages and earlier addresses. */
export async function factsOf(db: Db, userId: string): Promise<object> {
  const row = await firstRow<object>(db)`
    select ${asWire('u.created_at')} as created_at, u.language, u.notify_expert as letters_about_waiting_messages,
      coalesce((select json_agg(json_build_object('browser', s.user_agent, 'signed_in_at', s.created_at,
          'last_seen_at', s.last_seen_at) order by s.created_at) from sessions s where s.user_id = u.id), '[]') as devices,
      coalesce((select json_agg(json_build_object('at', c.created_at, 'name', c.name, 'email', c.email,
          'company', c.company, 'message', c.message) order by c.created_at)
        from contact_messages c where c.user_id = u.id or lowered(c.email) = u.email), '[]') as contact_messages,
      coalesce((select json_agg(json_build_object('email', e.old_email, 'until', e.at) order by e.id)
        from email_changes e where e.user_id = u.id), '[]') as earlier_addresses
      from users u where u.id = ${userId}`;
  return row ?? {};
}
