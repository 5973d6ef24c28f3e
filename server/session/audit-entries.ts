import { sql } from 'kysely';
import { countWritten, type Db, type Tx } from '../database/db.ts';
import { asWire } from '../database/moments.ts';
import { type Page, type Paged, readPage } from '../database/page.ts';

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
 * @param isMerged merges entries by hour, kind, subject, and user or network, with a count; for events that anyone can trigger
 *   without limit
 */
export async function keepAuditEntry(
  db: Db | Tx,
  entry: Pick<AuditEntry, 'what' | 'request_id'> & Partial<Pick<AuditEntry, 'actor' | 'about' | 'fields' | 'network'>>,
  isMerged = false,
): Promise<void> {
  const { what, actor = null, about = null, fields = [], request_id: requestId, network = null } = entry;
  const by = `${what} ${actor ?? network ?? ''} ${about ?? ''} `;
  const under = isMerged ? sql`${by} || to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24')` : sql`null`;
  await sql`insert into audit_entries as e (what, actor, about, fields, request_id, network, merged_under)
    values (${what}, ${actor}, ${about}, ${fields}, ${requestId}, ${network}, ${under})
    on conflict (merged_under) do update set times = e.times + 1, at = now(), request_id = excluded.request_id,
      fields = (select coalesce(array_agg(distinct f), '{}') from unnest(e.fields || excluded.fields) f)`.execute(db);
}

/** Returns one page of the log, newest first, optionally of one kind. */
export async function auditPage(db: Db, page: Page, what: string | undefined): Promise<Paged<AuditEntry>> {
  const list = {
    columns: sql`${asWire('at')} as at, what, actor, about, fields, request_id, network, times`,
    from: sql`audit_entries where ${what ?? null}::text is null or what = ${what ?? null}`,
    order: sql`id desc`,
  };
  return await readPage(db, list, page);
}

/** Deletes entries past their retention period. */
export async function deleteOldAuditEntries(db: Db): Promise<number> {
  return await countWritten(db)`delete from audit_entries
    where at < now() - ${auditDays} * interval '1 day'
       or (actor is null and at < now() - ${auditOfGuestsDays} * interval '1 day')`;
}
