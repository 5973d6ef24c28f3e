import { sql } from 'kysely';
import type { Consent } from '#domain/consent.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db } from '../system/db.ts';

/** Cookie choices. */

/** Stores a choice, replacing an earlier one with the same id. @returns when the record expires */
export async function recordConsent(db: Db, { id, categories, language }: Consent): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into consents (id, categories, language, expires_at)
    values (${id}, ${categories}, ${language}, now() + ${serverLimits.consentRecordDays} * interval '1 day')
    on conflict (id) do update set categories = excluded.categories, language = excluded.language,
      given_at = now(), expires_at = excluded.expires_at
    returning expires_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the choice was not recorded');
  return row.expires_at;
}

/** Deletes expired choices. */
export async function deleteOldConsents(db: Db): Promise<number> {
  const done = await sql`delete from consents where expires_at < now()`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
