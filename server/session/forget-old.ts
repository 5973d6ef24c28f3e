import { countWritten, type Db } from '../database/db.ts';

const endedSessionDays = 30; // until then the row shows which device was signed in
export const idempotencyDays = 400;

/** Deletes receipts that no device can ask for any more. Entities keep their ids forever. */
export async function forgetOldAnswers(db: Db): Promise<number> {
  return await countWritten(db)`
    delete from idempotency where created_at < now() - ${idempotencyDays} * interval '1 day'`;
}

/** Deletes sessions that ended at least `endedSessionDays` ago. */
export async function deleteEndedSessions(db: Db): Promise<number> {
  return await countWritten(db)`delete from sessions
    where least(expires_at, coalesce(revoked_at, expires_at)) < now() - ${endedSessionDays} * interval '1 day'`;
}
