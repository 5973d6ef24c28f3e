import { sql } from 'kysely';
import type { Event } from '#domain/spine/events.ts';
import type { Report } from '#domain/order/data/order.ts';
import { isStaff, mayRead } from '#domain/account/permissions.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';
import type { Attachment } from '../../files/store/own-files.ts';
import { asWire } from '../../database/moments.ts';
import { readableOrders } from './orders.ts';

/** Reports that staff have added to orders. Those that are published are in the order itself too. */

export interface AddedReport extends Pick<Report, 'id' | 'name' | 'test' | 'ranges' | 'note'> {
  orderId: string;
  file: NonNullable<Report['file']>;
  author: string;
  at: string;
}

/** A report of a file that its author has uploaded. */
export interface NewReport extends Pick<
  AddedReport,
  'id' | 'orderId' | 'name' | 'test' | 'ranges' | 'note' | 'author'
> {
  fileId: string;
  fileName: string;
}

const columns = sql`r.id, r.order_id as "orderId", r.name, r.test, r.ranges, r.note, a.display_name as author,
  ${asWire('r.at')} as at,
  json_build_object('name', r.file_name, 'size', f.size, 'mime', f.mime, 'sha256', f.sha256) as file`;
const tables = sql`order_reports r join files f on f.id = r.file_id join users a on a.id = r.author`;

/** The reports with these ids and those of these orders as one JSON array, as an SQL expression. */
export function addedReportsJson({ reports, reportsOf: orders }: { reports: string[]; reportsOf: string[] }) {
  return sql`(select json_agg(row_to_json(found)) from (
    select ${columns} from ${tables} where r.id = any(${reports}::uuid[]) or r.order_id = any(${orders}::uuid[])) found)`;
}

/** Returns the reports of an order, oldest first. */
export async function reportsOf(db: Db | Tx, orderId: string): Promise<AddedReport[]> {
  return await rowsOf<AddedReport>(db)`
    select ${columns} from ${tables} where r.order_id = ${orderId} order by r.at, r.id`;
}

/** Returns the statement that adds reports. Repeated with its id, one changes nothing. */
export function addingReports(reports: readonly NewReport[]) {
  return sql`
    insert into order_reports (id, order_id, file_id, file_name, name, test, ranges, note, author)
    select id, "orderId", "fileId", "fileName", name, test, ranges, note, author
      from json_to_recordset(${JSON.stringify(reports)}::json) as r (id uuid, "orderId" uuid, "fileId" uuid,
        "fileName" text, name text, test text, ranges jsonb, note text, author uuid)
    on conflict (id) do nothing`;
}

/** Deletes a report, and its bytes unless something else refers to them. @returns false when there is none */
export async function dropReport(tx: Tx, orderId: string, id: string): Promise<boolean> {
  return (await drop(tx, sql`id = ${id} and order_id = ${orderId}`)) === 1;
}

/**
 * Deletes the reports of the orders of a user whose account is deleted. Orders of a company keep theirs for its other
 * users, until the last one is deleted.
 */
export async function dropReportsOf(tx: Tx, userId: string): Promise<void> {
  await drop(
    tx,
    sql`order_id in (
      select o.id from orders o join users u on u.id = ${userId}
       where (o.owner_id = u.id or o.company_id = u.company_id)
         and not exists (select from users c where c.company_id = o.company_id and c.id <> u.id))`,
  );
}

async function drop(tx: Tx, which: ReturnType<typeof sql>): Promise<number> {
  const done = await sql`with dropped as (delete from order_reports where ${which} returning file_id), freed as (
      insert into freed_files (file_id) select file_id from dropped on conflict do nothing
    )
    select from dropped`.execute(tx);
  return done.rows.length;
}

/** Returns the file of a report: for staff always, for users who may read the order while it is published. */
export async function reportFileSeenBy(
  db: Db,
  user: User,
  id: string,
  orderId?: string,
): Promise<Attachment | undefined> {
  if (!mayRead(user, roomTypes.order)) return undefined;
  const isPublished = sql`exists (
    select from jsonb_array_elements(data -> 'reports') p where p ->> 'id' = ${id} and p -> 'file' <> 'null')`;
  const readable = sql`select id from orders where ${readableOrders(user)} and (${isStaff(user)} or ${isPublished})`;
  return await firstRow<Attachment>(db)`
    select r.file_name as name, f.mime, f.size, f.path from order_reports r join files f on f.id = r.file_id
     where r.id = ${id} and r.order_id in (${readable})
       and ${orderId === undefined ? sql`true` : sql`r.order_id = ${orderId}`}`;
}

/** Returns the statements that take the content of a withdrawn report out of the log, so that no device gets it from there. */
export function erasingWithdrawn({ stream, data }: Event<'report.withdrawn'>) {
  return [sql.table('events'), sql.table('archived_events')].map(
    (log) => sql`update ${log} set data = ${JSON.stringify(data)}::json
      where stream = ${stream} and type = 'report.published' and data #>> '{report,id}' = ${data.report.id}`,
  );
}
