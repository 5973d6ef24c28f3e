import { sql } from 'kysely';
import { limits } from '#domain/limits.ts';
import type { Db, Tx } from './database.ts';

/** One line of the audit log. */
export interface AuditEntry {
  at: string;
  /** A name out of `server/audit.ts`, or `payment.mismatch`. */
  what: string;
  /** Who did it; null when nobody was signed in. */
  actor: string | null;
  /** The id of whom or what it was done to, as the address named it. */
  about: string | null;
  /** The names of fields that were dropped; of a payment, what is not as ordered. */
  fields: string[];
  request_id: string;
}

export async function keepAuditEntry(db: Db | Tx, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  await sql`insert into audit_entries (what, actor, about, fields, request_id)
    values (${entry.what}, ${entry.actor}, ${entry.about}, ${entry.fields}, ${entry.request_id})`.execute(db);
}

/** Keeps an entry unless this person is known to have done the same within the hour. */
export async function keepOnceAnHour(db: Db, entry: Omit<AuditEntry, 'at' | 'fields'>): Promise<void> {
  await sql`insert into audit_entries (what, actor, about, fields, request_id)
    select ${entry.what}, ${entry.actor}::uuid, ${entry.about}, '{}', ${entry.request_id}::uuid
     where not exists (
       select from audit_entries where actor = ${entry.actor}::uuid and what = ${entry.what}
          and about is not distinct from ${entry.about} and at > now() - interval '1 hour')`.execute(db);
}

/** One page of the log, newest first; of one kind, if one is named. */
export async function auditPage(
  db: Db,
  { page, limit, what }: { page: number; limit: number; what?: string | undefined },
): Promise<{ items: AuditEntry[]; total: number }> {
  const where = sql`where ${what ?? null}::text is null or what = ${what ?? null}`;
  const { rows } = await sql<AuditEntry>`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, what, actor, about, fields, request_id
      from audit_entries ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from audit_entries ${where}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Deletes what is older than anybody asks about. */
export async function deleteOldAuditEntries(db: Db): Promise<number> {
  const done = await sql`delete from audit_entries where at < now() - ${limits.auditDays} * interval '1 day'`.execute(
    db,
  );
  return Number(done.numAffectedRows ?? 0);
}
