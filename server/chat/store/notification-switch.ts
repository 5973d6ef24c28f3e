import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isUuid } from '#domain/ground/ids.ts';
import { stopNotifying } from '../../session/users.ts';
import { type Db, firstRow } from '../../database/db.ts';

/**
 * The unsubscribe link in e-mails to experts. Its token names the expert and is signed for this purpose only: it gives
 * no other access, is idempotent, and ends when the expert switches e-mails on again.
 */

const purpose = 'deactivate-expert-notification';

/** Returns the token for an expert's e-mails. */
export async function notificationToken(db: Db, userId: string): Promise<string> {
  return `${userId}.${(await signatureOf(db, userId)).toString('base64url')}`;
}

/** Unsubscribes an expert; idempotent. @returns whether the token is valid */
export async function deactivateNotification(db: Db, token: string): Promise<boolean> {
  const [userId = '', signature = ''] = token.split('.', 2);
  if (!isUuid(userId)) return false;
  const expected = await signatureOf(db, userId);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return await stopNotifying(db, userId);
}

async function signatureOf(db: Db, userId: string): Promise<Buffer> {
  const row = await firstRow<{ series: number }>(db)`select notify_series as series from users where id = ${userId}`;
  // E-mails from before the series was counted have a token without it.
  const series = row?.series ?? 0;
  const signed = series === 0 ? `${purpose}/${userId}` : `${purpose}/${userId}/${series}`;
  return createHmac('sha256', await secretOf(db, purpose))
    .update(signed)
    .digest();
}

/** Returns the secret of this name, which is permanent and shared by all processes. It is generated on first use. */
async function secretOf(db: Db, name: string): Promise<Buffer> {
  await sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`.execute(db);
  const row = await firstRow<{ value: Buffer }>(db)`select value from secrets where name = ${name}`;
  if (row === undefined) throw new Error(`there is no key named ${name}`);
  return row.value;
}
