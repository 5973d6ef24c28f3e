import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { normalEmail } from '#domain/account/contact.ts';
import type { InvitationsReply } from '#domain/account/wire/company.ts';
import type { Role } from '#domain/account/users.ts';
import { ago, asWire, fromNow } from '../../database/moments.ts';
import { lockMailbox } from './sign-ups.ts';
import { countWritten, type Db, firstRow, firstValue, hasRow, type Tx } from '../../database/db.ts';
import { type Page, readPage } from '../../database/page.ts';
import { isActive } from '../../session/active-users.ts';
import { DAY, MINUTE } from '#domain/ground/units.ts';

export const invitationMs = 3 * DAY;
const challengeMs = 10 * MINUTE;
const invitationsKeptMs = 30 * DAY;

/**
 * Invitations, from the e-mail to the account.
 *
 *   invited ──e-mail──> open ──right password──> challenged ──new password, in 10 min──> accepted (the account exists)
 *                        │ ^ sent again             │ (open again when the time is over)
 *                        │ └────── expired <─3 days─┤
 *                        └─────────────> cancelled <┘
 */
export interface Invitation {
  id: string;
  email: string;
  display_name: string;
  username: string | null;
  phone: string | null;
  company_id: number | null;
  role: Role;
  language: string;
  invited_by: string;
}

/** Stores an invitation, whose e-mail is still to be written. @returns when it expires */
export async function keepInvitation(tx: Tx, invitation: Invitation): Promise<string> {
  const value = await firstValue<string>(tx)`
    insert into invitations (id, email, display_name, username, phone, company_id, role, language, invited_by, expires_at)
    values (${invitation.id}, ${invitation.email}, ${invitation.display_name}, ${invitation.username}, ${invitation.phone},
            ${invitation.company_id}, ${invitation.role}, ${invitation.language}, ${invitation.invited_by},
            ${fromNow(invitationMs)})
    returning ${asWire('expires_at')} as expires_at`;
  return value ?? '';
}

/** Returns an invitation that can still be accepted, with the content of its e-mail. */
export async function openInvitation(
  db: Db,
  id: string,
): Promise<(Invitation & { company: string | null; inviter: string }) | undefined> {
  return await firstRow<Invitation & { company: string | null; inviter: string }>(db)`
    select ${columns}, c.name as company, u.display_name as inviter
      from invitations i left join companies c on c.id = i.company_id join users u on u.id = i.invited_by
     where i.id = ${id} and ${isOpen}`;
}

/** Whether this address has an open invitation to this company. */
export async function isInvited(tx: Tx, companyId: number | null, email: string): Promise<boolean> {
  return await hasRow(tx)`select from invitations i
    where i.email = ${email} and i.company_id is not distinct from ${companyId} and ${isOpen} limit 1`;
}

/**
 * Creates the password for the link in an e-mail and invalidates the one in an earlier e-mail.
 * @returns the password, which is stored nowhere
 */
export async function newSecret(db: Db, { id, email }: Pick<Invitation, 'id' | 'email'>): Promise<string> {
  const secret = Array.from({ length: 4 }, () => Array.from({ length: 4 }, letter).join('')).join('-');
  await sql`update invitations i
      set secret_hash = ${secretHash(email, secret)}, challenge_hash = null, expires_at = ${fromNow(invitationMs)}
    where i.id = ${id} and ${isOpen}`.execute(db);
  return secret;
}

/**
 * Returns the open invitation with this password. Called at every sign-in, with the same cost whether or not there is
 * one.
 */
export async function invitationWith(db: Db, email: string, password: string): Promise<{ id: string } | undefined> {
  return await firstRow<{ id: string }>(db)`select i.id from invitations i
    where i.email = ${email} and i.secret_hash = ${secretHash(email, password)} and ${isOpen}`;
}

/**
 * Starts a challenge: a short period in which the user must set another password.
 * @returns the session of the challenge
 */
export async function challenge(db: Db, id: string): Promise<string> {
  const session = randomBytes(32).toString('base64url');
  await sql`update invitations i
      set challenge_hash = ${sha256(session)}, challenge_until = ${fromNow(challengeMs)}
    where i.id = ${id} and ${isOpen}`.execute(db);
  return session;
}

/** Whether this challenge is open. Check it before anything expensive. */
export async function isChallenged(db: Db, email: string, session: string): Promise<boolean> {
  return await hasRow(db)`select from invitations i where i.challenge_hash = ${sha256(session)}
    and i.challenge_until > now() and i.email = ${email} and ${isOpen}`;
}

/** Returns the company that this challenge leads to; null if the challenge is wrong or there is no company. */
export async function companyInvitedInto(tx: Tx, email: string, session: string): Promise<number | null> {
  const value = await firstValue<number | null>(tx)`select i.company_id from invitations i
    where i.challenge_hash = ${sha256(session)} and i.email = ${email} and ${isOpen}`;
  return value ?? null;
}

/**
 * Uses up an invitation by its challenge.
 * @returns undefined when the challenge is wrong, expired, used, or for another address
 */
export async function useInvitation(tx: Tx, email: string, session: string): Promise<Invitation | undefined> {
  return await firstRow<Invitation>(tx)`update invitations i set accepted_at = now(), secret_hash = null
    where i.challenge_hash = ${sha256(session)} and i.challenge_until > now() and i.email = ${email} and ${isOpen}
    returning ${columns}`;
}

/**
 * Creates the account of an invitation. In a company it gets the plan of the inviting administrator, or of another one.
 * @returns false when the address has an account by now
 */
export async function makeInvitedAccount(
  tx: Tx,
  invited: Invitation,
  passwordHash: string,
  questionLimit: number,
): Promise<boolean> {
  await lockMailbox(tx, invited.email);
  return (
    (await countWritten(tx)`
    insert into users (id, email, password_hash, display_name, username, phone, company_id, role, language, question_limit,
                       plan_name, billing_type, sub_status, current_period_end)
    select i.id, i.email, ${passwordHash}, i.display_name, i.username, i.phone, i.company_id, i.role, i.language, ${questionLimit}::integer,
           a.plan_name, a.billing_type, a.sub_status, a.current_period_end
      from invitations i left join lateral (
        select plan_name, billing_type, sub_status, current_period_end from users u
         where u.company_id = i.company_id and u.role = 'COMPANY_ADMIN' and ${isActive('u')}
         order by u.id = i.invited_by desc, u.created_at limit 1
      ) a on i.role in ('USER', 'COMPANY_ADMIN')
     where i.id = ${invited.id}
    on conflict (email) do nothing`) === 1
  );
}

/** Returns the invitations that were not accepted, newest first, including expired ones. */
export async function invitationsOf(db: Db, companyId: number, page: Page): Promise<InvitationsReply> {
  const list = {
    columns: sql`i.id, i.email, i.display_name, i.role,
      case when i.expires_at > now() then 'open' else 'expired' end as state,
      ${asWire('i.created_at')} as created_at, ${asWire('i.expires_at')} as expires_at`,
    from: sql`invitations i where i.company_id = ${companyId} and ${isWaiting}`,
    order: sql`i.created_at desc, i.id`,
  };
  return await readPage(db, list, page);
}

/** Returns an invitation of this company that was neither accepted nor canceled. */
export async function waitingInvitation(
  tx: Tx,
  companyId: number,
  id: string,
): Promise<{ email: string; isOpen: boolean } | undefined> {
  return await firstRow<{ email: string; isOpen: boolean }>(tx)`
    select i.email, i.expires_at > now() as "isOpen" from invitations i
     where i.id = ${id} and i.company_id = ${companyId} and ${isWaiting}`;
}

/** Renews the validity of an invitation. */
export async function renewInvitation(tx: Tx, id: string): Promise<void> {
  await sql`update invitations set expires_at = ${fromNow(invitationMs)} where id = ${id}`.execute(tx);
}

/** Cancels an invitation, so that its e-mail is void. @returns false when there is none to cancel */
export async function cancelInvitation(tx: Tx, companyId: number, id: string): Promise<boolean> {
  return (
    (await countWritten(tx)`update invitations i set cancelled_at = now(), secret_hash = null, challenge_hash = null
    where i.id = ${id} and i.company_id = ${companyId} and ${isWaiting}`) === 1
  );
}

/** Deletes invitations that ended long ago. */
export async function deleteOldInvitations(db: Db): Promise<number> {
  return await countWritten(db)`delete from invitations
    where coalesce(accepted_at, cancelled_at, expires_at) < ${ago(invitationsKeptMs)}`;
}

const isWaiting = sql`i.accepted_at is null and i.cancelled_at is null`;
const isOpen = sql`${isWaiting} and i.expires_at > now()`;
const columns = sql`i.id, i.email, i.display_name, i.username, i.phone, i.company_id, i.role, i.language, i.invited_by`;

/**
 * Without characters that are easily confused, because the password is typed from a screen. Sixteen of them have 79
 * bits.
 */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

function letter(): string {
  return alphabet.charAt(randomInt(alphabet.length));
}

/**
 * A plain hash is enough for 79 random bits. It includes the address, so the password is valid for that address only.
 */
function secretHash(email: string, secret: string): Buffer {
  return sha256(`invitation ${normalEmail(email)} ${secret.trim().toLowerCase()}`);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
