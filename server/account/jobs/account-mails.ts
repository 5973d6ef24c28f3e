import { DAY, MINUTE } from '#domain/ground/units.ts';
import { sql } from 'kysely';
import { nameOfAddress, normalEmail, spellingsOf } from '#domain/account/contact.ts';
import type { EmailFacts, EmailName } from '../../mail/email-templates.ts';
import { type Reader, sendEmail } from '../../mail/send-email.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { type CodeEnd, type CodePurpose, makeCode, codeMs } from '../store/codes.ts';
import { addressedAccount, newUndoToken, emailUndoMs } from '../store/email-changes.ts';
import { newSecret, openInvitation, invitationMs } from '../store/invitations.ts';
import { hasAccount, signUpOf } from '../store/sign-ups.ts';
import type { MailDeps } from '../../mail/mailer.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';
import { copyKeptMs } from '../store/copies.ts';

/**
 * E-mails are jobs: queued in the transaction they belong to, sent afterwards, and retried while the mail server is
 * down.
 */

/**
 * Queues the e-mail with the code of a sign-up. If the address has an account, the e-mail reports that instead.
 * @param email receives that e-mail also when the sign-up does not exist or was confirmed
 */
export function queueVerifyCode(db: Db | Tx, signUpId: string, email?: string): Promise<void> {
  return queueJob(db, 'send_verify_code', { signUpId, email });
}

/**
 * Queues the e-mail with a code for a new password or sign-in. Addresses without an account get none.
 * @param device where the code works
 */
export function queueAccountCode(db: Db | Tx, end: CodeEnd, email: string, device: string | null): Promise<void> {
  return queueJob(db, end === 'reset' ? 'send_reset_code' : 'send_sign_in_code', { email, device: device ?? '' });
}

/** A user's request for another address, and the device where its code works. */
interface EmailChangeRequest {
  userId: string;
  email: string;
  device: string | null;
}

/** Queues the e-mail with a code to the new address of an account. If the address has an account, the e-mail reports that. */
export function queueEmailChangeCode(db: Db | Tx, { userId, email, device }: EmailChangeRequest): Promise<void> {
  return queueJob(db, 'send_new_address_code', { userId, email, device: device ?? '' });
}

/** Queues the notice of a changed address, to the old one. */
export function queueEmailChanged(db: Db | Tx, changeId: number, userId: string): Promise<void> {
  return queueJob(db, 'send_address_changed', { changeId, userId });
}

/** Queues the e-mail of an invitation. If the address has an account, the e-mail reports that instead. */
export function askForInvitation(db: Db | Tx, invitationId: string): Promise<void> {
  return queueJob(db, 'send_invitation', { invitationId });
}

/** Queues an e-mail without facts of its own to an account. */
export function queueEmail(db: Db | Tx, emailName: EmailName, userId: string): Promise<void> {
  return queueJob(db, 'send_letter', { letter: emailName, userId });
}

/** Returns the tasks that send e-mails. */
export function mailTasks(deps: MailDeps) {
  const { db } = deps;
  return {
    send_verify_code: async (payload: unknown) => {
      const { signUpId, email: asking } = payload as { signUpId: string; email?: string };
      const signUp = await signUpOf(db, signUpId);
      if (signUp === undefined) return asking === undefined ? undefined : await sendAlready(deps, asking);
      const { id, email, language } = signUp;
      // The name was typed by the user who asked, who may be a stranger to the reader.
      const name = nameOfAddress(email);
      if (await hasAccount(db, signUp)) return await send(deps, 'alreadyRegistered', { email, name, language });
      const code = await makeCode(db, 'VERIFY', email, id);
      await send(deps, 'verify', { email, name, language }, { code });
    },
    send_reset_code: async (payload: unknown) => {
      await sendCodeEmail(deps, 'reset', 'RESET', payload as { email: string; device?: string });
    },
    send_sign_in_code: async (payload: unknown) => {
      await sendCodeEmail(deps, 'signInCode', 'SIGN_IN', payload as { email: string; device?: string });
    },
    send_new_address_code: async (payload: unknown) => {
      await sendNewAddressCode(deps, payload as EmailChangeRequest & { device: string });
    },
    send_address_changed: async (payload: unknown) => {
      const { changeId, userId } = payload as { changeId: number; userId: string };
      const recipient = await recipientOf(db, sql`id = ${userId}`);
      const offer = recipient && (await newUndoToken(db, changeId));
      if (recipient === undefined || offer === undefined) return;
      const about = { token: offer.token, days: emailUndoMs / DAY };
      await send(deps, 'addressChanged', { ...recipient, email: offer.oldEmail }, about);
    },
    send_invitation: async (payload: unknown) => {
      await sendInvitation(deps, (payload as { invitationId: string }).invitationId);
    },
    send_letter: async (payload: unknown) => {
      const { letter: emailName, userId } = payload as { letter: EmailName; userId: string };
      const recipient = await recipientOf(db, sql`id = ${userId}`);
      // If the deletion was canceled meanwhile, only that e-mail is sent.
      if (recipient === undefined || (emailName === 'deletionAsked' && recipient.due === null)) return;
      await send(deps, emailName, recipient, {
        ...(recipient.due === null ? {} : { due: recipient.due }),
        ...(emailName === 'copyReady' ? { days: copyKeptMs / DAY } : {}),
      });
    },
  };
}

/** E-mails a code to the new address of an account. If the address has an account, the e-mail reports that. */
async function sendNewAddressCode(
  deps: MailDeps,
  { userId, email, device }: EmailChangeRequest & { device: string },
): Promise<void> {
  const { db } = deps;
  const account = await addressedAccount(db, userId);
  if (account === undefined) return;
  const { kind, language } = account;
  // Without the user's name, who may be a stranger to the reader.
  const reader = { email, name: nameOfAddress(email), language };
  if (await hasAccount(db, { email, kind }, userId)) {
    return await send(deps, 'addressTaken', (await recipientOf(db, spelled(email))) ?? reader);
  }
  await send(deps, 'newAddress', reader, { code: await makeCode(db, 'EMAIL', email, userId, device) });
}

/** E-mails an invitation that is still open. If the address has an account, the e-mail reports that instead. */
async function sendInvitation(deps: MailDeps, invitationId: string): Promise<void> {
  const { db } = deps;
  const invitation = await openInvitation(db, invitationId);
  if (invitation === undefined) return;
  const { email, language, inviter } = invitation;
  const name = nameOfAddress(email);
  const about = { inviter, company: invitation.company ?? deps.productName };
  if (await hasAccount(db, { email, kind: 'REGISTER' })) {
    return await send(deps, 'invitedAlready', { email, name, language }, about);
  }
  // In the fragment, which browsers send to no server.
  const link = new URLSearchParams({ email, invitation: await newSecret(db, invitation) });
  await send(deps, 'invited', { email, name, language }, { ...about, invitation: link.toString() });
}

async function sendCodeEmail(
  deps: MailDeps,
  emailName: 'reset' | 'signInCode',
  purpose: CodePurpose,
  { email, device }: { email: string; device?: string },
): Promise<void> {
  const recipient = await recipientOf(deps.db, spelled(email));
  if (recipient === undefined) return;
  await send(deps, emailName, recipient, {
    code: await makeCode(deps.db, purpose, normalEmail(recipient.email), recipient.id, device),
  });
}

/** E-mails the owner of an account that it exists. Addresses without an account get nothing. */
async function sendAlready(deps: MailDeps, email: string): Promise<void> {
  const recipient = await recipientOf(deps.db, spelled(email));
  if (recipient !== undefined) await send(deps, 'alreadyRegistered', recipient);
}

/** Condition that finds an account by any form in which its address may be stored. */
function spelled(email: string) {
  return sql`email = any(${spellingsOf(email)})`;
}

interface Recipient extends Reader {
  id: string;
  /** Date of the account's deletion. */
  due: string | null;
}

async function recipientOf(db: Db, which: ReturnType<typeof sql>): Promise<Recipient | undefined> {
  return await firstRow<Recipient>(db)`
    select id, email, display_name as name, language,
           to_char(deletion_due_at at time zone 'utc', 'YYYY-MM-DD') as due from users
     where ${which} and ${isActive()}`;
}

async function send(
  deps: MailDeps,
  emailName: EmailName,
  reader: Reader,
  about: Pick<EmailFacts, 'code' | 'invitation' | 'inviter' | 'company' | 'due' | 'days' | 'token'> = {},
): Promise<void> {
  await sendEmail(deps, emailName, reader, { minutes: codeMs / MINUTE, days: invitationMs / DAY, ...about });
}
