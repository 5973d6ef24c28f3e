import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isUuid } from '#domain/ids.ts';
import { stopNotifying } from './users.ts';
import type { Db } from '../system/db.ts';

/**
 * The unsubscribe link in e-mails to experts. Its token names the expert and is signed for this purpose only: it gives
 * no other access, is idempotent, and never expires.
 */

const purpose = 'deactivate-expert-notification';

/** Returns the token for an expert's e-mails. */
export async function notificationToken(db: Db, userId: string): Promise<string> {
  return `${userId}.${signatureOf(await secretOf(db, purpose), userId).toString('base64url')}`;
}

/** Unsubscribes an expert; idempotent. @returns whether the token is valid */
export async function deactivateNotification(db: Db, token: string): Promise<boolean> {
  const [userId = '', signature = ''] = token.split('.', 2);
  const expected = signatureOf(await secretOf(db, purpose), userId);
  const given = Buffer.from(signature, 'base64url');
  if (!isUuid(userId) || given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return await stopNotifying(db, userId);
}

function signatureOf(secret: Buffer, userId: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}/${userId}`).digest();
}

/** Returns the secret of this name, which is permanent and shared by all processes. It is generated on first use. */
async function secretOf(db: Db, name: string): Promise<Buffer> {
  await sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ value: Buffer }>`select value from secrets where name = ${name}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no key named ${name}`);
  return row.value;
}
