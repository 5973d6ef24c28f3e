import { sql } from 'kysely';
import type { OrderDesk, StaffMember } from '#domain/protocol/admin-orders.ts';
import { isActive } from '../system/active-users.ts';
import type { Db, Tx } from '../system/db.ts';
import { asWire } from '../system/moments.ts';

/** What staff write about orders among themselves: notes, and who is in charge of an order. */

/** An entry, written once by its id. `text` is the note, or why somebody else is in charge. */
interface NewEntry {
  id: string;
  orderId: string;
  author: string;
  text: string;
}

/** Returns who is in charge of an order, and all entries, newest first. */
export async function deskOf(db: Db | Tx, orderId: string): Promise<OrderDesk> {
  const { rows } = await sql<OrderDesk['entries'][number]>`
    select d.id, d.kind, ${asWire('d.at')} as at, a.display_name as author, e.display_name as expert, d.text
      from order_desk_entries d join users a on a.id = d.author left join users e on e.id = d.expert
     where d.order_id = ${orderId} order by d.at desc, d.id desc`.execute(db);
  const inCharge = await sql<StaffMember>`
    select u.id, u.display_name as name from order_desks d join users u on u.id = d.expert
     where d.order_id = ${orderId}`.execute(db);
  return { expert: inCharge.rows[0] ?? null, entries: rows };
}

/** Adds a note. Repeated with its id, it changes nothing. */
export async function addNote(db: Db | Tx, { id, orderId, author, text }: NewEntry): Promise<void> {
  await sql`insert into order_desk_entries (id, order_id, author, kind, text)
    values (${id}, ${orderId}, ${author}, 'note', ${text}) on conflict (id) do nothing`.execute(db);
}

/** Puts an expert, or nobody, in charge of an order. Repeated with its id, it changes nothing. */
export async function assignExpert(
  tx: Tx,
  { id, orderId, author, text, expert }: NewEntry & { expert: string | null },
): Promise<void> {
  await sql`
    with entry as (
      insert into order_desk_entries (id, order_id, author, kind, expert, text)
      values (${id}, ${orderId}, ${author}, 'expert', ${expert}, ${text}) on conflict (id) do nothing
      returning order_id, expert
    )
    insert into order_desks (order_id, expert) select order_id, expert from entry
    on conflict (order_id) do update set expert = excluded.expert`.execute(tx);
}

/** Puts an expert in charge of an order that nobody is in charge of. */
export async function assignIfFree(db: Db, { id, orderId, author }: Omit<NewEntry, 'text'>): Promise<void> {
  await sql`
    with taken as (
      insert into order_desks as d (order_id, expert) values (${orderId}, ${author})
      on conflict (order_id) do update set expert = excluded.expert where d.expert is null
      returning order_id, expert
    )
    insert into order_desk_entries (id, order_id, author, kind, expert, text)
    select ${id}, order_id, expert, 'expert', expert, '' from taken on conflict (id) do nothing`.execute(db);
}

/** Returns all active staff, by name. */
export async function staffMembers(db: Db | Tx): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select id, display_name as name from users where role in ('EXPERT', 'CHATBOT') and ${isActive()}
     order by display_name, id`.execute(db);
  return rows;
}
