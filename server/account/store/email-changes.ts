import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { mailboxOf } from '#domain/account/contact.ts';
import { isActive } from '../../session/active-users.ts';
import { fromNow } from '../../database/moments.ts';
import { type Db, firstRow, hasRow, type Tx, valuesOf } from '../../database/db.ts';
import type { SignUpKind } from './sign-ups.ts';
import { DAY } from '#domain/ground/units.ts';

export const emailUndoMs = 7 * DAY; // the link in the e-mail to the old address

/** Changes of the e-mail addresses of accounts, and the links that undo them. */

/** An active account, as far as its address is concerned. */
export interface AddressedAccount {
  email: string;
  /** The kind of sign-up whose rules its address follows. */
  kind: SignUpKind;
  language: string;
}

/** Returns an active account. */
export async function addressedAccount(db: Db | Tx, userId: string): Promise<AddressedAccount | undefined> {
  return await firstRow<AddressedAccount>(db)`
    select email, language, case when status in ('INSTANT_TEST', 'FREE_TRIAL') then status else 'REGISTER' end as kind
      from users where id = ${userId} and ${isActive()}`;
}

/** Changes the address of an account and records the old one. @returns the id of the change */
export async function changeEmail(tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<number> {
  await sql`update users set email = ${to} where id = ${userId}`.execute(tx);
  const row = await firstRow<{ id: number }>(tx)`insert into email_changes (user_id, old_email, old_mailbox)
    values (${userId}, ${from}, ${mailboxOf(from)}) returning id`;
  return (row as { id: number }).id;
}

/** Address to which the notice of a change goes, and the token of its link. */
export interface UndoOffer {
  oldEmail: string;
  /** Stored nowhere. */
  token: string;
}

/**
 * Creates the token for the link in the notice of a change, and invalidates the one of an earlier attempt to send it.
 * @returns undefined when the change was undone meanwhile
 */
export async function newUndoToken(db: Db, changeId: number): Promise<UndoOffer | undefined> {
  const token = randomBytes(32).toString('base64url');
  const row = await firstRow<{ oldEmail: string }>(db)`
    update email_changes set undo_hash = ${hashOf(token)}, undo_until = ${fromNow(emailUndoMs)}
     where id = ${changeId} and ended_at is null returning old_email as "oldEmail"`;
  return row && { ...row, token };
}

/** A change whose link is valid. */
export interface UndoableChange {
  id: number;
  userId: string;
  oldEmail: string;
  isUndone: boolean;
}

/** Returns the change that a token undoes, while the token is valid and the account is active. */
export async function changeOfToken(tx: Tx, token: string): Promise<UndoableChange | undefined> {
  return await firstRow<UndoableChange>(tx)`
    select c.id, c.user_id as "userId", c.old_email as "oldEmail", c.ended_at is not null as "isUndone"
      from email_changes c join users u on u.id = c.user_id
     where c.undo_hash = ${hashOf(token)} and c.undo_until > now() and ${isActive('u')}`;
}

/**
 * Sets the address of an account back to the one before a change. The links of later changes become void, because their
 * e-mails went to the mailbox of the account at that time; the token of this one is kept, so that a repeat gets the
 * same reply.
 */
export async function setEmailBack(tx: Tx, { id, userId, oldEmail }: UndoableChange): Promise<void> {
  await sql`update users set email = ${oldEmail} where id = ${userId}`.execute(tx);
  await sql`update email_changes set ended_at = coalesce(ended_at, now()),
      undo_hash = case when id = ${id} then undo_hash end
    where user_id = ${userId} and id >= ${id}`.execute(tx);
}

/** Whether exactly this address belongs to another account. */
export async function isEmailOfAnother(tx: Tx, email: string, userId: string): Promise<boolean> {
  return await hasRow(tx)`select from users where email = ${email} and id <> ${userId}`;
}

/** Returns the earlier addresses of an account that no other account has now. */
export async function formerEmails(db: Db | Tx, userId: string): Promise<string[]> {
  return await valuesOf<string>(db)`
    select distinct c.old_email as email from email_changes c
     where c.user_id = ${userId} and not exists (select from users u where u.email = c.old_email and u.id <> ${userId})`;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(`email-undo ${token}`).digest();
}
