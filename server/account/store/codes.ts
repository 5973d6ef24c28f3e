import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { mailboxOf, spellingsOf } from '#domain/account/contact.ts';
import { ago, fromNow } from '../../database/moments.ts';
import { networkOf } from '../../ground/network.ts';
import { countWritten, type Db, firstRow, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { DAY, HOUR, MINUTE } from '#domain/ground/units.ts';

/** Time for which a code is valid, whatever it is for. Texts repeat it: search for 'ten minutes' and '10분'. */
export const codeMs = 10 * MINUTE;
export const codeTries = 5; // from devices its owner has used, and as many again from all others
/** E-mails with a code per mailbox, `codeRequestWindowMs` and purpose (sign-up, reset, sign-in, invitation). */
export const codeRequests = 5; // requested by one network
const codeRequestsOfKnownDevice = 5; // requested by the owner's devices, counted apart from all others
export const codeRequestsOfMailbox = 6; // requested by all others; for a reset or a sign-in, then one each time a code expires
export const codeRequestsOfNetwork = 300;
const codeRequestWindowMs = 1 * HOUR;
const expiredCodesKeptMs = 1 * DAY;

/**
 * Six-digit codes that prove access to a mailbox, and the session in which the password of a new account is chosen.
 * Only their hash is stored. Six digits are enough, because wrong ones are counted by code, account and network; a
 * longer code would be harder to type from another screen.
 */
export type CodePurpose = 'VERIFY' | 'RESET' | 'SIGN_IN' | 'NEW_PASSWORD' | 'EMAIL';

/**
 * Creates a code for a sign-up or an account and invalidates all earlier ones for the same purpose, also for repeated
 * use. A code for a device works only there, and leaves the codes of other devices valid.
 * @param device '' for a request without a device; undefined for a code that works on any device
 */
export async function makeCode(
  db: Db,
  purpose: CodePurpose,
  email: string,
  subject: string,
  device?: string,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db.transaction().execute(async (tx) => {
    if (device === undefined) await endCodes(tx, subject, purpose);
    else
      await sql`update codes set devices = array_remove(devices, ${device})
        where subject = ${subject} and purpose = ${purpose}`.execute(tx);
    await storeCode(tx, { purpose, email, subject, code, device });
  });
  return code;
}

/** Starts the choice of the first password of an account, on this device. @returns the session of the challenge */
export async function startNewPassword(tx: Tx, email: string, userId: string, device: string | null): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await storeCode(tx, { purpose: 'NEW_PASSWORD', email, subject: userId, code, device: device ?? '' });
  return code;
}

interface StoredCode extends Pick<Guess, 'purpose' | 'email' | 'code'> {
  subject: string;
  device: string | undefined;
}

async function storeCode(tx: Tx, { purpose, email, subject, code, device }: StoredCode): Promise<void> {
  const id = randomUUID();
  await sql`insert into codes (id, email, purpose, subject, hash, devices, expires_at)
    values (${id}, ${email}, ${purpose}, ${subject}, ${hashOf(id, code)}, ${device === undefined ? null : [device]},
            ${fromNow(codeMs)})`.execute(tx);
}

/** Lets this device too use the last code for this address, because its own request led to no e-mail. */
export async function shareLastCode(tx: Tx, purpose: CodePurpose, email: string, device: string): Promise<void> {
  await sql`update codes set devices = array_append(array_remove(devices, ${device}), ${device})
    where id = (select id from codes where email = ${email} and purpose = ${purpose} and used_at is null
                   and expires_at > now() and cardinality(devices) > 0 order by created_at desc limit 1)`.execute(tx);
}

/** Invalidates all codes of this sign-up or account for one purpose, including used ones. */
async function endCodes(tx: Tx, subject: string, purpose: CodePurpose): Promise<void> {
  await endCodesThat(tx, sql`subject = ${subject} and purpose = ${purpose}`);
}

/** Invalidates all codes of an account, except for one. */
export async function endAllCodes(tx: Tx, subject: string, except?: string): Promise<void> {
  await endCodesThat(tx, sql`subject = ${subject} and id is distinct from ${except ?? null}::uuid`);
}

/** Invalidates all codes of an account that do not reset its password. */
export async function endCodesButForReset(tx: Tx, subject: string): Promise<void> {
  await endCodesThat(tx, sql`subject = ${subject} and purpose <> 'RESET'`);
}

async function endCodesThat(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`update codes set used_at = coalesce(used_at, now()), expires_at = least(expires_at, now())
    where ${which}`.execute(tx);
}

/** An attempt to use a code. */
export interface Guess {
  purpose: CodePurpose;
  /** The address in its normal form. */
  email: string;
  code: string;
  /** The device of the attempt, as claimed by the client. */
  device?: string | null | undefined;
  /**
   * Accepts only a code of this sign-up, if given. The device that used the code may then repeat it for a while, because
   * the reply may have been lost; this counts as an attempt too.
   */
  subject?: string | undefined;
  /** Accepts only codes of these sign-ups, if given. The attempt still counts against the codes of others. */
  among?: readonly string[] | undefined;
}

/**
 * Checks a code. Every attempt is counted against all open codes of the address that work on the device, before anything
 * is compared, so that concurrent attempts cannot exceed the limit. Attempts from the owner's devices are counted separately, so that
 * strangers cannot exhaust them.
 * @returns the code and its subject; undefined if it is wrong, expired, used or attempted too often
 */
export async function guessCode(
  db: Db | Tx,
  { purpose, email, code, device = null, subject, among }: Guess,
): Promise<{ id: string; subject: string } | undefined> {
  const isOwn = isOwnDevice(device);
  const rows = await rowsOf<{ id: string; subject: string; hash: Buffer }>(db)`
    update codes set tries = tries + (not ${isOwn})::int, own_tries = own_tries + ${isOwn}::int
     where email = ${email} and purpose = ${purpose} and expires_at > now()
       and case when ${isOwn} then own_tries else tries end < ${codeTries}
       and (devices is null or ${device ?? ''} = any(devices))
       and (used_at is null or (subject::text = ${subject ?? null} and used_by = ${device}))
    returning id, subject, hash`;
  const meant = subject === undefined ? among : [subject];
  const right = rows.find(({ id, hash }) => timingSafeEqual(hash, hashOf(id, code)));
  if (right === undefined || meant?.includes(right.subject) === false) return undefined;
  return { id: right.id, subject: right.subject };
}

/** Takes back the attempt of a correct code that had no effect, because the server could not do it then. */
export async function takeBackGuess(db: Db, { purpose, email, device = null }: Guess): Promise<void> {
  const isOwn = isOwnDevice(device);
  await sql`update codes set tries = greatest(0, tries - (not ${isOwn})::int),
      own_tries = greatest(0, own_tries - ${isOwn}::int)
     where email = ${email} and purpose = ${purpose} and expires_at > now() and used_at is null`.execute(db);
}

/** Whether the attempt comes from a device of the account or sign-up. */
function isOwnDevice(device: string | null) {
  return sql`(exists (select from sessions s where s.user_id = codes.subject and s.device_id = ${device})
    or exists (select from sign_ups s where s.id = codes.subject and s.device_id = ${device}))`;
}

/** Checks a code and uses it up. The device may repeat it, if it names the subject. */
export async function useCode(tx: Tx, guess: Guess): Promise<{ id: string; subject: string } | undefined> {
  const right = await guessCode(tx, guess);
  if (right === undefined) return undefined;
  await sql`update codes set used_at = coalesce(used_at, now()), used_by = coalesce(used_by, ${guess.device ?? null})
    where id = ${right.id}`.execute(tx);
  return right;
}

/** Uses up a code permanently. @returns false if it was used or invalidated in the meantime */
export async function spendCode(tx: Tx, id: string): Promise<boolean> {
  return (
    (await countWritten(tx)`update codes set used_at = now()
    where id = ${id} and used_at is null and expires_at > now()`) === 1
  );
}

/** Purpose of a code for an existing account: a new password, or the sign-in. */
export type CodeEnd = 'reset' | 'sign-in';

/** A request for an e-mail with a code. */
export interface CodeRequest {
  end: 'sign-up' | 'invitation' | 'new address' | CodeEnd;
  email: string;
  /** The requester: a network, or a signed-in user. */
  from: string;
  /** Whether the account has been signed in on this device. */
  isKnown?: boolean;
}

/**
 * Counts one request for a code, whether or not the address has an account. All addresses of a mailbox share a count.
 * Requests from the owner's devices are counted separately, so that strangers cannot exhaust them.
 * @returns how long to wait after too many requests within the hour; or that the last code of an account is still
 *   valid, so that no e-mail is needed
 */
export async function countCodeRequest(
  tx: Tx,
  { end, email, from, isKnown = false }: CodeRequest,
): Promise<{ waitMs: number } | 'e-mail' | 'no e-mail'> {
  const mailbox = mailboxOf(email);
  if (isKnown) {
    const waitMs = await count(tx, `${end} ${mailbox} known`, codeRequestsOfKnownDevice);
    return waitMs === undefined ? 'e-mail' : { waitMs };
  }
  const waitOfRequester = await count(tx, `${end} ${mailbox} from ${from}`, codeRequests);
  if (waitOfRequester !== undefined) return { waitMs: waitOfRequester };
  const isForAccount = end === 'reset' || end === 'sign-in';
  const again = isForAccount ? codeMs : undefined;
  const waitOfMailbox = await count(tx, `${end} ${mailbox}`, codeRequestsOfMailbox, again);
  if (waitOfMailbox === undefined) return 'e-mail';
  return isForAccount ? 'no e-mail' : { waitMs: waitOfMailbox };
}

/** Takes back a counted request of an unknown device that led to no e-mail. */
export async function forgetCodeRequest(tx: Tx, { end, email, from }: Omit<CodeRequest, 'isKnown'>): Promise<void> {
  const mailbox = mailboxOf(email);
  for (const account of [hashOfCounted(`${end} ${mailbox} from ${from}`), hashOfCounted(`${end} ${mailbox}`)]) {
    await sql`delete from code_requests where ctid =
      (select ctid from code_requests where account = ${account} order by at desc limit 1)`.execute(tx);
  }
}

/** Whether this account has been signed in on this device. This gives no access; it only selects a separate count. */
export async function isKnownDevice(db: Db | Tx, email: string, device: string | null): Promise<boolean> {
  return await hasRow(db)`select from users u join sessions s on s.user_id = u.id
    where u.email = any(${spellingsOf(email)}) and s.device_id = ${device} limit 1`;
}

/** Counts a request for its network: with enough codes to attempt, one would be right by chance. */
export function countCodeRequestFrom(db: Db, address: string): Promise<number | undefined> {
  const network = `network ${networkOf(address, 32)}`;
  return transactionInTurn(db, { address, kind: 'codes' }, (tx) => count(tx, network, codeRequestsOfNetwork));
}

/** Counts one more of these within an hour. @returns how long to wait when there were as many; then none is counted */
export function countWithinHour(tx: Tx, whose: string, most: number): Promise<number | undefined> {
  return count(tx, whose, most);
}

/** @param againMs one more is let through when the last was so long ago */
async function count(tx: Tx, whose: string, most: number, againMs?: number): Promise<number | undefined> {
  const account = hashOfCounted(whose);
  const hour = sql`${codeRequestWindowMs} * interval '1 millisecond'`;
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${account}, 'hex'), 2))`.execute(tx);
  const row = await firstRow<{ count: number; waitMs: number; lastMs: number }>(tx)`
    select count(*)::int as count, coalesce(extract(epoch from now() - max(at)) * 1000, 0)::int as "lastMs",
           coalesce(ceil(extract(epoch from min(at) + ${hour} - now()) * 1000), 0)::int as "waitMs"
      from code_requests where account = ${account} and at > now() - ${hour}`;
  const { count: counted = 0, waitMs = 0, lastMs = 0 } = row ?? {};
  if (counted >= most && (againMs === undefined || lastMs < againMs)) return waitMs;
  await sql`insert into code_requests (account) values (${account})`.execute(tx);
  return undefined;
}

/** Deletes expired codes, and requests that no limit counts any more. */
export async function deleteOldCodes(db: Db): Promise<number> {
  const codes = await countWritten(db)`delete from codes where expires_at < ${ago(expiredCodesKeptMs)}`;
  const requests = await countWritten(db)`delete from code_requests
    where at < ${ago(codeRequestWindowMs)}`;
  return codes + requests;
}

function hashOf(id: string, code: string): Buffer {
  return createHash('sha256').update(`${id} ${code}`).digest();
}

function hashOfCounted(whose: string): Buffer {
  return createHash('sha256').update(whose).digest();
}
