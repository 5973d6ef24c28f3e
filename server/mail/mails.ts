import { sql } from 'kysely';
import { normalEmail, spellingsOf } from '#domain/contact.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { letterOf, type Facts, type LetterName } from './letters.ts';
import { layOut } from './layout.ts';
import type { Mailer } from './mailer.ts';
import { type CodeEnd, type CodePurpose, makeCode } from '../store/people/codes.ts';
import { newSecret, openInvitation } from '../store/people/invitations.ts';
import type { Db, Tx } from '../store/system/database.ts';
import { hasAccount, signUpOf } from '../store/people/sign-ups.ts';

/** Letters are jobs: asked for in the transaction they belong to, sent afterwards, tried again when the mail server is away. */

export interface MailDeps {
  db: Db;
  mailer: Mailer;
  productName: string;
  publicUrl: string;
}

/**
 * Asks for the code that confirms a sign-up. Who has an account already gets a letter that says so instead.
 * @param email who gets that letter also when the sign-up is none, or was confirmed
 */
export function askForVerifyCode(db: Db | Tx, signUpId: string, email?: string): Promise<void> {
  return ask(db, 'send_verify_code', { signUpId, email });
}

/** Asks for the code that sets a new password or signs in; to an address without an account nothing goes. */
export function askForAccountCode(db: Db | Tx, end: CodeEnd, email: string): Promise<void> {
  return ask(db, end === 'reset' ? 'send_reset_code' : 'send_sign_in_code', { email });
}

/** Asks for the letter of an invitation. Who has an account already gets one that says so instead. */
export function askForInvitation(db: Db | Tx, invitationId: string): Promise<void> {
  return ask(db, 'send_invitation', { invitationId });
}

export function askForLetter(db: Db | Tx, letter: LetterName, userId: string): Promise<void> {
  return ask(db, 'send_letter', { letter, userId });
}

/** About three hours of trying, further and further apart. */
const tries = 12;

/** Asks the worker to write a letter. */
export async function ask(db: Db | Tx, task: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts := ${tries})`.execute(
    db,
  );
}

/** What the worker does for each of them. */
export function mailTasks(deps: MailDeps) {
  const { db } = deps;
  return {
    send_verify_code: async (payload: unknown) => {
      const { signUpId, email: asking } = payload as { signUpId: string; email?: string };
      const signUp = await signUpOf(db, signUpId);
      if (signUp === undefined) return asking === undefined ? undefined : await sendAlready(deps, asking);
      const { id, email, display_name: name, language } = signUp;
      if (await hasAccount(db, signUp)) return await send(deps, 'alreadyRegistered', { email, name, language });
      const code = await makeCode(db, 'VERIFY', email, id);
      await send(deps, 'verify', { email, name, language }, { code });
    },
    send_reset_code: async (payload: unknown) => {
      await sendCodeLetter(deps, 'reset', 'RESET', payload as { email: string });
    },
    send_sign_in_code: async (payload: unknown) => {
      await sendCodeLetter(deps, 'signInCode', 'SIGN_IN', payload as { email: string });
    },
    send_invitation: async (payload: unknown) => {
      const invitation = await openInvitation(db, (payload as { invitationId: string }).invitationId);
      if (invitation === undefined) return;
      const { email, display_name: name, language, inviter } = invitation;
      const about = { inviter, company: invitation.company ?? deps.productName };
      if (await hasAccount(db, { email, kind: 'REGISTER' })) {
        return await send(deps, 'invitedAlready', { email, name, language }, about);
      }
      await send(deps, 'invited', { email, name, language }, { ...about, code: await newSecret(db, invitation) });
    },
    send_letter: async (payload: unknown) => {
      const { letter, userId } = payload as { letter: LetterName; userId: string };
      const reader = await readerOf(db, sql`id = ${userId}`);
      // Who has changed their mind meanwhile gets the letter about that alone.
      if (reader === undefined || (letter === 'deletionAsked' && reader.due === null)) return;
      await send(deps, letter, reader, {
        ...(reader.due === null ? {} : { due: reader.due }),
        ...(letter === 'copyReady' ? { days: serverLimits.copyKeptMs / 86_400_000 } : {}),
      });
    },
  };
}

async function sendCodeLetter(
  deps: MailDeps,
  letter: 'reset' | 'signInCode',
  purpose: CodePurpose,
  { email }: { email: string },
): Promise<void> {
  const reader = await readerOf(deps.db, spelled(email));
  if (reader === undefined) return;
  await send(deps, letter, reader, { code: await makeCode(deps.db, purpose, normalEmail(reader.email), reader.id) });
}

/** Says to the owner of an account that there is one; to an address without one nothing goes. */
async function sendAlready(deps: MailDeps, email: string): Promise<void> {
  const reader = await readerOf(deps.db, spelled(email));
  if (reader !== undefined) await send(deps, 'alreadyRegistered', reader);
}

/** Finds an account by any way its address may be stored. */
function spelled(email: string) {
  return sql`email = any(${spellingsOf(email)})`;
}

interface Reader {
  email: string;
  name: string;
  language: string;
}

interface FoundReader extends Reader {
  id: string;
  /** The day the account is deleted. */
  due: string | null;
}

async function readerOf(db: Db, which: ReturnType<typeof sql>): Promise<FoundReader | undefined> {
  const { rows } = await sql<FoundReader>`
    select id, email, display_name as name, language,
           to_char(deletion_due_at at time zone 'utc', 'YYYY-MM-DD') as due from users
     where ${which} and disabled_at is null and status <> 'DEACTIVATED'`.execute(db);
  return rows[0];
}

async function send(
  deps: MailDeps,
  letter: LetterName,
  { email, name, language }: Reader,
  about: Pick<Facts, 'code' | 'inviter' | 'company' | 'due' | 'days'> = {},
): Promise<void> {
  const facts: Facts = {
    product: deps.productName,
    publicUrl: deps.publicUrl,
    name,
    minutes: serverLimits.codeMs / 60_000,
    days: serverLimits.invitationMs / 86_400_000,
    ...about,
  };
  await deps.mailer.send(layOut(email, deps.productName, letterOf(letter, language, facts)));
}
