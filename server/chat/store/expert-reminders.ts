import { isStaffedRoom } from './visible-rooms.ts';
import { sql } from 'kysely';
import { ago } from '../../database/moments.ts';
import type { Reader } from '../../mail/send-email.ts';
import type { SetAside } from '../../jobs/set-aside.ts';
import { countWritten, type Db, firstRow, rowsOf, type Tx, valuesOf } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';

/**
 * Rooms waiting for an expert, and which users were notified by e-mail. A row records the position in a room up to
 * which an e-mail covered it. It applies to one wait, which ends when staff read or answer.
 */

/**
 * Open rooms whose customer has written something that no staff user has read or answered since; system messages are
 * not answers. An unreadable row is skipped: see `unreadableWaits`.
 */
const waiting = sql`
  select r.id as room_id, r.customer_id, r.assignee_id, min(m.sseq) as oldest, max(m.sseq) as newest,
         min(asked.at) as since
    from rooms r
    cross join lateral room_facts(r.data) room
    cross join lateral (
      select greatest(room.mark, max(answer.sseq)) as place
        from messages answer cross join lateral message_facts(answer.data) given
       where answer.room_id = r.id and answer.sseq > room.mark
         and given.sender = 'SUPPORT' and given.author <> 'system'
    ) settled
    join messages m on m.room_id = r.id and m.sseq > settled.place
    cross join lateral message_facts(m.data) asked
   where ${isStaffedRoom} and r.status = 'open' and room.unread > 0
     and asked.sender = 'USER' and not asked.is_redacted
   group by r.id`;

/**
 * Returns the rooms, and the messages since staff last read there, that cannot be read. No e-mail is sent about them.
 */
export async function unreadableWaits(db: Db): Promise<SetAside[]> {
  const rows = await rowsOf<{ item: string }>(db)`
    select 'room ' || r.id as item
      from rooms r cross join lateral room_facts(r.data) room
     where ${isStaffedRoom} and r.status = 'open' and (room.unread is null or room.mark is null)
    union all
    select 'message ' || m.id
      from rooms r cross join lateral room_facts(r.data) room
      join messages m on m.room_id = r.id and m.sseq > room.mark
      cross join lateral message_facts(m.data) said
     where ${isStaffedRoom} and r.status = 'open' and room.unread > 0 and said.sender is null`;
  return rows.map(({ item }) => ({ item, reason: 'unreadable' }));
}

/** Staff who answer customers and have not turned off the e-mails. */
const staff = sql`
  select id, role, notify_expert from users
   where role in ('EXPERT', 'CHATBOT') and ${isActive()}`;

/**
 * Records an e-mail for every user who is due one: a room has waited long enough without an e-mail about it, and the
 * user's last e-mail is old enough. One e-mail covers all rooms that wait for the user.
 * @param times.waitMs how long a customer's message may stay unread
 * @param times.everyMs least time between two e-mails to a user
 * @returns the ids of these users
 */
export async function noteReminders(tx: Tx, now: Date, times: { waitMs: number; everyMs: number }): Promise<string[]> {
  // A concurrent process then sees what this one has recorded.
  await sql`select pg_advisory_xact_lock(hashtextextended('expert reminders', 7))`.execute(tx);
  return await valuesOf<string>(tx)`
    with staff as (${staff}), waiting as (${waiting}),
    wanted as (
      select s.id as user_id, w.room_id, w.oldest, w.newest
        from waiting w join staff s on s.notify_expert and s.id <> w.customer_id
         and case when w.assignee_id in (select id from staff) then s.id = w.assignee_id else s.role = 'EXPERT' end
       where w.since <= ${now}::timestamptz - ${times.waitMs} * interval '1 millisecond'
    ),
    readers as (
      select w.user_id
        from wanted w left join expert_reminders e on e.user_id = w.user_id and e.room_id = w.room_id
       where e.place is null or e.place < w.oldest
      except
      select user_id from expert_reminders
       where at > ${now}::timestamptz - ${times.everyMs} * interval '1 millisecond'
    ),
    noted as (
      insert into expert_reminders (user_id, room_id, place, at)
      select user_id, room_id, newest, ${now}::timestamptz from wanted where user_id in (select user_id from readers)
      on conflict (user_id, room_id) do update set place = excluded.place, at = excluded.at
    )
    select user_id from readers`;
}

/** The recipient of an e-mail, and the number of rooms it is about. */
export interface Reminder extends Reader {
  count: number;
}

/**
 * Returns the current content of a user's e-mail; undefined when no recorded room waits any more, or the user has
 * turned off the e-mails.
 */
export async function reminderFor(db: Db, userId: string): Promise<Reminder | undefined> {
  return await firstRow<Reminder>(db)`
    select u.email, u.display_name as name, u.language, count(*)::integer as count
      from users u
      join (${staff}) s on s.id = u.id and s.notify_expert
      join expert_reminders e on e.user_id = u.id
      join (${waiting}) w on w.room_id = e.room_id and w.oldest <= e.place
     where u.id = ${userId}
     group by u.id`;
}

/** Deletes the records of waits that are over, once a user may get another e-mail. */
export async function forgetReminders(db: Db, everyMs: number): Promise<number> {
  return await countWritten(db)`
    delete from expert_reminders
     where at < ${ago(everyMs)} and room_id not in (select room_id from (${waiting}) w)`;
}
