import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ago } from '../../database/moments.ts';
import { networkOf } from '../../ground/network.ts';
import { countWritten, type Db, firstRow, type Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import {
  loginFailures,
  loginFailuresOfNetwork,
  loginSiegeFailures,
  loginSiegeWindowMs,
  loginWindowMs,
} from './login-limits.ts';

/** Counts wrong passwords, codes and other secrets of accounts together, shared by all processes. */
export interface Guesses {
  /** Id of the counted attempt; undefined when it was refused. */
  id: number | undefined;
  /** Set when this address must wait this long before another attempt at this account. */
  refusedForMs: number | undefined;
  /** Attempts that this address still has at this account if this one fails too; undefined when it was refused. */
  left: number | undefined;
  /** Whether many addresses have attempted this account. */
  isBesieged: boolean;
}

/**
 * Counts one attempt as failed until `forgetAttempts` clears it, so that concurrent attempts are counted before the
 * first one is checked. Refused attempts are not counted, so waiting always helps.
 * @param options.most failures of the account from this address after which another attempt is refused
 */
export async function countAttempt(
  db: Db,
  email: string,
  address: string,
  { isKnown = false, most = loginFailures }: { isKnown?: boolean; most?: number } = {},
): Promise<Guesses> {
  const { account, place, placeOfKnown } = hashesOf(email, address);
  // Known devices count per account: attempts at an attacker's own accounts must not use up those of an owner.
  const [counted, network] = isKnown
    ? [placeOfKnown, placeOfKnown]
    : [place, hash(`network ${networkOf(address, 32)}`)];
  const whose = { address, kind: isKnown ? 'attempts from known devices' : 'attempts' };
  return await transactionInTurn(db, whose, (tx) => countAt(tx, account, counted, network, most));
}

async function countAt(tx: Tx, account: Buffer, place: Buffer, network: Buffer, most: number): Promise<Guesses> {
  // A count lost in a crash helps an attacker little; waiting for the disk would delay all feeds.
  await sql`set local synchronous_commit = off`.execute(tx);
  // Lock the network first, in the same order as everywhere.
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${network}, 'hex'), 10))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${account}, 'hex'), 1))`.execute(tx);
  const waitOfNetworkMs = await networkWaits(tx, network);
  const row = await firstRow<{ everywhere: number; here: number; waitMs: number | null }>(tx)`
      select count(*) as everywhere,
             count(*) filter (where place = ${place} and at > ${ago(loginWindowMs)}) as here,
             ceil(extract(epoch from min(at) filter (where place = ${place} and at > ${ago(loginWindowMs)})
                                     - (${ago(loginWindowMs)})) * 1000)::int as "waitMs"
        from login_attempts where account = ${account} and at > ${ago(loginSiegeWindowMs)}`;
  const { everywhere = 0, here = 0, waitMs = null } = row ?? {};
  const isBesieged = everywhere >= loginSiegeFailures;
  if (here >= most) {
    return { id: undefined, refusedForMs: waitMs ?? loginWindowMs, left: undefined, isBesieged };
  }
  if (waitOfNetworkMs !== undefined)
    return { id: undefined, refusedForMs: waitOfNetworkMs, left: undefined, isBesieged };
  const kept = await sql<{ id: number }>`insert into login_attempts (account, place, network)
      values (${account}, ${place}, ${network}) returning id`.execute(tx);
  return { id: kept.rows[0]?.id, refusedForMs: undefined, left: most - here - 1, isBesieged };
}

/** Returns how long a network must wait that had too many failed attempts, at any accounts. */
async function networkWaits(tx: Tx, network: Buffer): Promise<number | undefined> {
  const row = await firstRow<{ count: number; waitMs: number | null }>(tx)`
    select count(*)::int as count,
           ceil(extract(epoch from min(at) - (${ago(loginWindowMs)})) * 1000)::int as "waitMs"
      from login_attempts where network = ${network} and at > ${ago(loginWindowMs)}`;
  const { count = 0, waitMs = null } = row ?? {};
  return count < loginFailuresOfNetwork ? undefined : (waitMs ?? loginWindowMs);
}

/** Takes back an attempt for which no password was checked. */
export async function takeBackAttempt(db: Db, id: number | undefined): Promise<void> {
  if (id !== undefined) await sql`delete from login_attempts where id = ${id}`.execute(db);
}

/** Clears the earlier attempts from this address after a correct password. */
export async function forgetAttempts(db: Db, email: string, address: string): Promise<void> {
  const { account, place, placeOfKnown } = hashesOf(email, address);
  await sql`delete from login_attempts where account = ${account} and place in (${place}, ${placeOfKnown})`.execute(db);
}

/** Deletes failed sign-in attempts that no limit counts any more. */
export async function deleteOldAttempts(db: Db): Promise<number> {
  return await countWritten(db)`delete from login_attempts
    where at < ${ago(loginSiegeWindowMs)}`;
}

function hashesOf(email: string, address: string): { account: Buffer; place: Buffer; placeOfKnown: Buffer } {
  const place = `${email} ${networkOf(address, 32)}`;
  return { account: hash(email), place: hash(place), placeOfKnown: hash(`known devices ${place}`) };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
