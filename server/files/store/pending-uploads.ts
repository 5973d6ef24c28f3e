import { sql } from 'kysely';
import { DAY } from '#domain/ground/units.ts';
import type { User } from '#domain/account/users.ts';
import { ago } from '../../database/moments.ts';
import { lockQuotas, refuseOverfull } from '../../session/quotas.ts';
import { type Db, valuesOf } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';

/** An upload not finished within this time is deleted. */
export const uploadMs = 7 * DAY;

/** Uploads in progress. They count against the quota until they are finished, ended or abandoned. */

/** Begins an upload. @throws QUOTA_EXCEEDED when it exceeds the quota */
export async function beginUpload(
  db: Db,
  user: User,
  upload: { id: string; size: number },
  factor: number,
): Promise<void> {
  await transactionInTurn(db, { user: user.id, kind: 'files' }, async (tx) => {
    await lockQuotas(tx, user);
    await refuseOverfull(tx, user, { files: 1, fileBytes: upload.size }, factor);
    await sql`insert into pending_uploads (id, uploader, size) values (${upload.id}, ${user.id}, ${upload.size})`.execute(
      tx,
    );
  });
}

/** Ends an upload. */
export async function endUpload(db: Db, id: string): Promise<void> {
  await sql`delete from pending_uploads where id = ${id}`.execute(db);
}

/** Deletes uploads that were not finished in time. @returns their ids */
export async function expireUploads(db: Db): Promise<string[]> {
  return await valuesOf<string>(db)`delete from pending_uploads where at < ${ago(uploadMs)} returning id`;
}
