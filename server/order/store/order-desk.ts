import { type RawBuilder, sql } from 'kysely';
import type { OrderDesk, StaffMember } from '#domain/order/wire/admin-orders.ts';
import { isActive } from '../../session/active-users.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';
import { byLetters } from '../../database/text-search.ts';
import { asWire } from '../../database/moments.ts';

/** Notes of staff for each other about orders, and the experts in charge of them. */

/** Returns the expert in charge of an order, and all entries, newest first. */
export async function deskOf(db: Db | Tx, orderId: string): Promise<OrderDesk> {
  const rows = await rowsOf<OrderDesk['entries'][number]>(db)`
    select d.id, d.kind, ${asWire('d.at')} as at, a.display_name as author, e.display_name as expert, d.text
      from order_desk_entries d join users a on a.id = d.author left join users e on e.id = d.expert
     where d.order_id = ${orderId} order by d.at desc, d.id desc`;
  const inCharge = await sql<StaffMember>`
    select u.id, u.display_name as name from order_desks d join users u on u.id = d.expert
     where d.order_id = ${orderId}`.execute(db);
  return { expert: inCharge.rows[0] ?? null, entries: rows };
}

/** Write of a command about an order besides its events. */
export type DeskWrite = { id: string; orderId: string; author: string } & (
  | { kind: 'note'; text: string }
  /** The author is in charge from now on, unless another expert is. */
  | { kind: 'charge' }
  | { kind: 'expert'; expert: string | null; text: string }
);

/** Returns the statements that store what commands wrote about orders. Repeated with its id, an entry changes nothing. */
export function writingAtDesks(writes: readonly DeskWrite[]): RawBuilder<unknown>[] {
  const notes = writes.filter(({ kind }) => kind === 'note');
  const charges = writes.filter(({ kind }) => kind === 'charge');
  return [
    ...(charges.length === 0 ? [] : [takingCharge(charges)]),
    ...(notes.length === 0 ? [] : [addingNotes(notes)]),
    ...writes.flatMap((write) => (write.kind === 'expert' ? [assigningExpert(write)] : [])),
  ];
}

function takingCharge(charges: readonly DeskWrite[]) {
  return sql`
    with given as (
      select distinct on ("orderId") * from json_to_recordset(${JSON.stringify(charges)}::json)
        as r (id uuid, "orderId" uuid, author uuid)
    ), taken as (
      insert into order_desks as d (order_id, expert) select "orderId", author from given
      on conflict (order_id) do update set expert = excluded.expert where d.expert is null
      returning order_id, expert
    )
    insert into order_desk_entries (id, order_id, author, kind, expert, text)
    select given.id, order_id, author, 'expert', expert, '' from taken join given on "orderId" = order_id
    on conflict (id) do nothing`;
}

function addingNotes(notes: readonly DeskWrite[]) {
  return sql`
    insert into order_desk_entries (id, order_id, author, kind, text)
    select id, "orderId", author, 'note', text from json_to_recordset(${JSON.stringify(notes)}::json)
      as r (id uuid, "orderId" uuid, author uuid, text text)
    on conflict (id) do nothing`;
}

/** Puts an expert, or none, in charge of an order. */
function assigningExpert({ id, orderId, author, text, expert }: Extract<DeskWrite, { kind: 'expert' }>) {
  return sql`
    with entry as (
      insert into order_desk_entries (id, order_id, author, kind, expert, text)
      values (${id}, ${orderId}, ${author}, 'expert', ${expert}, ${text}) on conflict (id) do nothing
      returning order_id, expert
    )
    insert into order_desks (order_id, expert) select order_id, expert from entry
    on conflict (order_id) do update set expert = excluded.expert`;
}

/** Returns all active staff, by name. */
export async function staffMembers(db: Db | Tx): Promise<StaffMember[]> {
  return await rowsOf<StaffMember>(db)`
    select id, display_name as name from users where role in ('EXPERT', 'CHATBOT') and ${isActive()}
     order by ${byLetters(sql`display_name`)}, id`;
}
