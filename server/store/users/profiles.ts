import { sql } from 'kysely';
import type { ProfileReply } from '#domain/protocol/own.ts';
import type { Db, Tx } from '../system/db.ts';

/** What users can change of their account: their name, phone number, and the language of their e-mails. */

/** Returns the profile of a user. */
export async function profileOf(db: Db | Tx, userId: string): Promise<ProfileReply> {
  const { rows } = await sql<ProfileReply>`
    select display_name, email, phone, language, password_hash is not null as has_password
      from users where id = ${userId}`.execute(db);
  return rows[0] as ProfileReply;
}

/** Changes a profile. */
export async function writeProfile(
  tx: Tx,
  userId: string,
  { name, phone, language }: { name: string; phone: string | null; language: string },
): Promise<void> {
  await sql`update users set display_name = ${name}, phone = ${phone}, language = ${language}
    where id = ${userId}`.execute(tx);
}
