import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { mailboxOf, spellingsOf } from '#domain/account/contact.ts';
import type { PlanName } from '#domain/account/users.ts';
import { ago } from '../../database/moments.ts';
import { networkOf, siteNetworkOf } from '../../ground/network.ts';
import { countWritten, type Db, firstRow, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';
import { DAY } from '#domain/ground/units.ts';
import { freeTrialDays } from '#domain/account/plans-and-prices.ts';

/** Per kind of trial and day: requests of one device, requests of one IP address, confirmed trials of one network. */
const signUpsPerDay = { INSTANT_TEST: 3, FREE_TRIAL: 3 };
/** Per kind of trial and day: requests of one network, confirmed or not. */
export const signUpsOfNetworkPerDay = 30;
const signUpMs = 1 * DAY;

/** Sign-ups, until the code from the e-mail confirms them. */

export type SignUpKind = 'REGISTER' | 'INSTANT_TEST' | 'FREE_TRIAL';

export interface SignUp {
  id: string;
  email: string;
  kind: SignUpKind;
  password_hash: string | null;
  display_name: string;
  username: string | null;
  phone: string | null;
  plan_name: PlanName | null;
  language: string;
  /** The device that asked for it. */
  device_id: string | null;
}

/** Stores a sign-up. It does not check for an existing account, so that it takes the same time in both cases. */
export async function keepSignUp(
  db: Db | Tx,
  signUp: Omit<SignUp, 'device_id'> & { deviceId: string | null; address: string },
): Promise<void> {
  await sql`insert into sign_ups (id, email, kind, password_hash, display_name, username, phone, plan_name,
                                  language, device_id, place, address)
    values (${signUp.id}, ${signUp.email}, ${signUp.kind}, ${signUp.password_hash},
            ${signUp.display_name}, ${signUp.username}, ${signUp.phone}, ${signUp.plan_name}, ${signUp.language},
            ${signUp.deviceId}, ${siteHashOf(signUp.address)},
            ${addressHashOf(signUp.address)})`.execute(db);
}

/**
 * Whether one more trial of this kind may be requested today. Requests count for their device and address; for the
 * whole network only confirmed trials count, and very many requests, so that one user cannot block the others. The
 * caller stores the request in the same transaction.
 */
export async function hasTrialLeft(
  tx: Tx,
  kind: keyof typeof signUpsPerDay,
  deviceId: string | null,
  address: string,
): Promise<boolean> {
  const place = siteHashOf(address);
  // Serialized, so that concurrent requests are counted: the network first, then the device.
  for (const key of [place.toString('hex'), ...(deviceId === null ? [] : [deviceId])]) await lockTrials(tx, key);
  const row = await firstRow<{ most: number; ofNetwork: number }>(tx)`
    select greatest(count(*) filter (where device_id = ${deviceId}),
                    count(*) filter (where address = ${addressHashOf(address)}),
                    count(*) filter (where place = ${place} and confirmed_at is not null))::int as most,
           (count(*) filter (where place = ${place}))::int as "ofNetwork"
      from sign_ups where kind = ${kind} and kind <> 'REGISTER' and created_at > now() - interval '1 day'`;
  const { most = 0, ofNetwork = 0 } = row ?? {};
  return most < signUpsPerDay[kind] && ofNetwork < signUpsOfNetworkPerDay;
}

/** Whether the network of this trial may have one more confirmed today; always true for other sign-ups. */
async function hasConfirmationLeft(tx: Tx, { id, kind }: SignUp): Promise<boolean> {
  if (kind === 'REGISTER') return true;
  const row = await firstRow<{ place: Buffer }>(tx)`select place from sign_ups where id = ${id}`;
  const place = row?.place ?? Buffer.of();
  await lockTrials(tx, place.toString('hex'));
  const confirmed = await sql`select from sign_ups where kind = ${kind} and kind <> 'REGISTER' and place = ${place}
    and confirmed_at is not null and created_at > now() - interval '1 day'`.execute(tx);
  return confirmed.rows.length < signUpsPerDay[kind];
}

async function lockTrials(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`.execute(tx);
}

/** Deletes a sign-up that had no effect. */
export async function forgetSignUp(tx: Tx, id: string): Promise<void> {
  await sql`delete from sign_ups where id = ${id} and confirmed_at is null`.execute(tx);
}

/** Stores the password hash of a sign-up, once it is computed. */
export async function setSignUpPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await sql`update sign_ups set password_hash = ${passwordHash} where id = ${id}`.execute(tx);
}

/** Returns an unconfirmed sign-up by its id. */
export async function signUpOf(db: Db | Tx, id: string): Promise<SignUp | undefined> {
  return await firstRow<SignUp>(db)`select ${columns} from sign_ups where id = ${id} and confirmed_at is null`;
}

/** Returns the confirmed sign-up with this id, while its account exists and is active. */
export async function confirmedSignUp(tx: Tx, id: string): Promise<Pick<SignUp, 'id' | 'kind'> | undefined> {
  return await firstRow<Pick<SignUp, 'id' | 'kind'>>(tx)`
    select s.id, s.kind from sign_ups s join users u on u.id = s.id
     where s.id = ${id} and s.confirmed_at is not null and ${isActive('u')}`;
}

/** Returns the sign-ups of an address that can still be confirmed, newest first. */
export async function openSignUps(db: Db | Tx, email: string): Promise<SignUp[]> {
  return await rowsOf<SignUp>(db)`
    select ${columns} from sign_ups
     where email = ${email} and confirmed_at is null and created_at > ${ago(signUpMs)}
     order by created_at desc`;
}

/** Returns the open sign-ups that this device has requested for an address; undefined when there is none. */
export async function signUpsOfDevice(tx: Tx, email: string, device: string | null): Promise<string[] | undefined> {
  const mine = (await openSignUps(tx, email)).filter(({ device_id: each }) => device !== null && each === device);
  return mine.length === 0 ? undefined : mine.map(({ id }) => id);
}

/**
 * Creates the account of a sign-up.
 * @returns the reason if it could not: the address (for a trial its mailbox) has an account by now, or its network has
 *   had its trials today
 */
export async function makeAccount(
  tx: Tx,
  signUp: SignUp,
  questionLimit: number,
): Promise<'made' | 'taken' | 'no trial left'> {
  await lockMailbox(tx, signUp.email);
  if (await hasAccount(tx, signUp)) return 'taken';
  if (!(await hasConfirmationLeft(tx, signUp))) return 'no trial left';
  const trial = signUp.kind === 'FREE_TRIAL';
  const status = signUp.kind === 'REGISTER' ? 'ACTIVE' : signUp.kind;
  await sql`insert into users (id, email, password_hash, display_name, username, phone, status, plan_name,
                               billing_type, sub_status, current_period_end, question_limit, language)
    values (${signUp.id}, ${signUp.email}, ${signUp.password_hash}, ${signUp.display_name},
            ${signUp.username}, ${signUp.phone}, ${status}, ${trial ? signUp.plan_name : null},
            ${trial ? 'fixed' : null}, ${trial ? 'trailing' : null},
            ${trial ? sql`now() + ${freeTrialDays} * interval '1 day'` : null}, ${questionLimit}, ${signUp.language})`.execute(
    tx,
  );
  await sql`update sign_ups set confirmed_at = now(), password_hash = null where id = ${signUp.id}`.execute(tx);
  return 'made';
}

/** Locks a mailbox: an address gets an account, new or existing, only under this lock. */
export async function lockMailbox(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailboxOf(email)}, 3))`.execute(tx);
}

/**
 * Whether the address has an account; for trials, whether its mailbox has one, or had one that has another address now.
 * @param except an account that does not count
 */
export async function hasAccount(
  db: Db | Tx,
  { email, kind }: Pick<SignUp, 'email' | 'kind'>,
  except?: string,
): Promise<boolean> {
  const [isTrial, mailbox] = [kind !== 'REGISTER', mailboxOf(email)];
  return await hasRow(db)`
    select 1 from users where id is distinct from ${except ?? null}::uuid
       and (email = any(${spellingsOf(email)}) or (${isTrial} and mailbox = ${mailbox}))
    union all
    select 1 from email_changes where ${isTrial} and old_mailbox = ${mailbox}
       and user_id is distinct from ${except ?? null}::uuid
    limit 1`;
}

/** Deletes sign-ups that can no longer be confirmed. */
export async function deleteOldSignUps(db: Db): Promise<number> {
  return await countWritten(db)`delete from sign_ups where created_at < ${ago(signUpMs)}`;
}

const columns = sql`id, email, kind, password_hash, display_name, username, phone, plan_name, language, device_id`;

/** Returns the hash of an address's site: /24 for IPv4, /48 for IPv6. */
function siteHashOf(address: string): Buffer {
  return createHash('sha256').update(siteNetworkOf(address)).digest();
}

/** Returns the hash of an address; for IPv6 of its /64. */
function addressHashOf(address: string): Buffer {
  return createHash('sha256').update(networkOf(address, 32)).digest();
}
