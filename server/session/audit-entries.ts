import { sql } from 'kysely';
import { countWritten, type Db, rowsOf, type Tx } from '../database/db.ts';

const auditDays = 400;
const auditOfGuestsDays = 30; // of guests, with the network of the call

/** One entry of the audit log. */
export interface AuditEntry {
  at: string;
  /** A name from `server/http/audit.ts`, `payment.mismatch`, `email.changed` or `email.change_undone`. */
  what: string;
  /** The user who did it; null without a session. */
  actor: string | null;
  /** The id of the subject, as in the URL. */
  about: string | null;
  /** Names of ignored fields; for a payment, the fields that differ from the order. */
  fields: string[];
  request_id: string;
  /** The network it came from, shortened; only without a session. */
  network: string | null;
  /** Number of occurrences, if entries of an hour are merged. */
  times: number;
}

/**
 * Stores an entry.
 * @param isMerged merges entries by hour, kind and user or network, with a count; for events that anyone can trigger
 *   without limit
 */
export async function keepAuditEntry(
  db: Db | Tx,
  entry: Omit<AuditEntry, 'at' | 'times'>,
  isMerged = false,
): Promise<void> {
  const { what, actor, about, fields, request_id: requestId, network } = entry;
  const by = `${what} ${actor ?? network ?? ''} ${about ?? ''} `;
  const under = isMerged ? sql`${by} || to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24')` : sql`null`;
  await sql`insert into audit_entries as e (what, actor, about, fields, request_id, network, merged_under)
    values (${what}, ${actor}, ${about}, ${fields}, ${requestId}, ${network}, ${under})
    on conflict (merged_under) do update set times = e.times + 1, at = now(), request_id = excluded.request_id,
      fields = (select coalesce(array_agg(distinct f), '{}') from unnest(e.fields || excluded.fields) f)`.execute(db);
}

/** Returns one page of the log, newest first, optionally of one kind. */
export async function auditPage(
  db: Db,
  { page, limit, what }: { page: number; limit: number; what?: string | undefined },
): Promise<{ items: AuditEntry[]; total: number }> {
  const where = sql`where ${what ?? null}::text is null or what = ${what ?? null}`;
  const rows = await rowsOf<AuditEntry>(db)`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, what, actor, about, fields, request_id,
           network, times
      from audit_entries ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from audit_entries ${where}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Deletes entries past their retention period. */
export async function deleteOldAuditEntries(db: Db): Promise<number> {
  return await countWritten(db)`delete from audit_entries
    where at < now() - ${auditDays} * interval '1 day'
       or (actor is null and at < now() - ${auditOfGuestsDays} * interval '1 day')`;
}
