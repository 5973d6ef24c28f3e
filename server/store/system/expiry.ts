import { sql } from 'kysely';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db } from './database.ts';
import { ago } from './moments.ts';

/** Forgets the answers to commands that nobody can be asking for any more. Entities keep their ids for ever. */
export async function forgetOldAnswers(db: Db): Promise<number> {
  const done =
    await sql`delete from idempotency where created_at < now() - ${serverLimits.idempotencyDays} * interval '1 day'`.execute(
      db,
    );
  return Number(done.numAffectedRows ?? 0);
}

/** Deletes sessions that ended a month ago or more; until then they say who was signed in where. */
export async function deleteEndedSessions(db: Db): Promise<number> {
  const done = await sql`delete from sessions
    where least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '30 days'`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

/** Deletes wrong passwords that nobody counts any more. */
export async function deleteOldAttempts(db: Db): Promise<number> {
  const done = await sql`delete from login_attempts
    where at < ${ago(serverLimits.loginSiegeWindowMs)}`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
