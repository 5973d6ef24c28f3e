import { sql } from 'kysely';
import type { Consent } from '#domain/account/consent.ts';
import { countWritten, type Db, firstRow } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { mayKeepConsent } from './guest-records.ts';

export const consentRecordDays = 182;

/** Cookie choices. */

/**
 * Stores a choice, replacing an earlier one with the same id. A new one is not stored when too many came from this
 * network; the device still keeps it.
 * @returns when the choice expires
 */
export async function recordConsent(db: Db, { id, categories, language }: Consent, address: string): Promise<Date> {
  return await transactionInTurn(db, { address, kind: 'consents' }, async (tx) => {
    const expires = sql`now() + ${consentRecordDays} * interval '1 day'`;
    const replaced = await sql<{ expires_at: Date }>`
      update consents set categories = ${categories}, language = ${language}, given_at = now(), expires_at = ${expires}
       where id = ${id} returning expires_at`.execute(tx);
    const isNew = replaced.rows.length === 0;
    if (isNew && (await mayKeepConsent(tx, address))) {
      await sql`insert into consents (id, categories, language, expires_at)
        values (${id}, ${categories}, ${language}, ${expires})
        on conflict (id) do update set categories = excluded.categories, language = excluded.language`.execute(tx);
    }
    const row = await firstRow<{ expires_at: Date }>(tx)`select ${expires} as expires_at`;
    if (row === undefined) throw new Error('the choice has no end');
    return row.expires_at;
  });
}

/** Deletes expired choices. */
export async function deleteOldConsents(db: Db): Promise<number> {
  return await countWritten(db)`delete from consents where expires_at < now()`;
}
