import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '#domain/ids.ts';
import type { Db } from '../system/database.ts';
import { stopNotifying } from './people.ts';
import { secretOf } from '../system/secrets.ts';

/**
 * The link in letters to experts that ends such letters. Its token names the expert and is signed for this purpose alone:
 * it opens nothing else, does the same when used again, and holds for as long as the letter may be read.
 */

const purpose = 'deactivate-expert-notification';

/** Makes the token for an expert's letters. */
export async function notificationToken(db: Db, userId: string): Promise<string> {
  return `${userId}.${signatureOf(await secretOf(db, purpose), userId).toString('base64url')}`;
}

/** Ends an expert's letters. @returns whether the token was one of ours; once more is no failure */
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
