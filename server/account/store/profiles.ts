import type { ProfileReply } from '#domain/spine/wire/own.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';

/** Parts of an account that its user can change: name, phone number, and the language of e-mails. */

/** Returns the profile of a user. */
export async function profileOf(db: Db | Tx, userId: string): Promise<ProfileReply> {
  const row = await firstRow<ProfileReply>(db)`
    select display_name, email, phone, language, password_hash is not null as has_password
      from users where id = ${userId}`;
  return row as ProfileReply;
}

/** Changes a profile. @returns whether the name is another one now */
export async function writeProfile(
  tx: Tx,
  userId: string,
  { name, phone, language }: { name: string; phone: string | null; language: string },
): Promise<boolean> {
  const rows = await rowsOf<{ before: string }>(tx)`
    with found as (select id, display_name as before from users where id = ${userId} for update)
    update users u set display_name = ${name}, phone = ${phone}, language = ${language}
      from found where u.id = found.id returning before`;
  return rows.some(({ before }) => before !== name);
}
