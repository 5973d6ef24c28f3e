import { sql } from 'kysely';
import { serverLimits } from '#domain/ground/server-limits.ts';
import { ago } from '../database/moments.ts';
import type { Db } from '../database/db.ts';

/** Deletes receipts that no device can ask for any more. Entities keep their ids forever. */
export async function forgetOldAnswers(db: Db): Promise<number> {
  const done =
    await sql`delete from idempotency where created_at < now() - ${serverLimits.idempotencyDays} * interval '1 day'`.execute(
      db,
    );
  return Number(done.numAffectedRows ?? 0);
}

/** Deletes sessions that ended at least `endedSessionDays` ago. */
export async function deleteEndedSessions(db: Db): Promise<number> {
  const done = await sql`delete from sessions
    where least(expires_at, coalesce(revoked_at, expires_at)) < now() - ${serverLimits.endedSessionDays} * interval '1 day'`.execute(
    db,
  );
  return Number(done.numAffectedRows ?? 0);
}

/** Deletes failed sign-in attempts that no limit counts any more. */
export async function deleteOldAttempts(db: Db): Promise<number> {
  const done = await sql`delete from login_attempts
    where at < ${ago(serverLimits.loginSiegeWindowMs)}`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
