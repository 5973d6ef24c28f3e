import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '#domain/limits.ts';
import type { Db, Tx } from './database.ts';
import { ago, fromNow } from './moments.ts';
import { networkOf } from './network.ts';

/** Six digits that prove that somebody reads the mail of an address. Only their hash is stored. */
export type CodePurpose = 'VERIFY' | 'RESET';

/** Makes a code for a sign-up or an account; the ones before it for the same end, also for whoever would show them again. */
export async function makeCode(db: Db, purpose: CodePurpose, email: string, subject: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = randomUUID();
  await db.transaction().execute(async (tx) => {
    await endCodes(tx, subject, purpose);
    await sql`insert into codes (id, email, purpose, subject, hash, expires_at)
      values (${id}, ${email}, ${purpose}, ${subject}, ${hashOf(id, code)},
              ${fromNow(limits.codeMs)})`.execute(tx);
  });
  return code;
}

/** Makes every code for this sign-up or account void, the used ones too. */
export async function endCodes(tx: Tx, subject: string, purpose: CodePurpose): Promise<void> {
  await sql`update codes set used_at = coalesce(used_at, now()), expires_at = least(expires_at, now())
    where subject = ${subject} and purpose = ${purpose}`.execute(tx);
}

/**
 * Uses a code up. Every guess counts against all open codes of the address, before anything is compared, so that guesses
 * at the same moment cannot outrun the count.
 * @param subject only a code for this sign-up counts, where it is known; whoever knows it may show the same code again
 * while it is not too old, because the answer may have been lost: that counts as a guess too
 * @returns what the code was for, or undefined when it was wrong, late, used or guessed at too often
 */
export async function useCode(
  tx: Tx,
  purpose: CodePurpose,
  email: string,
  code: string,
  subject?: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; subject: string; hash: Buffer }>`
    update codes set tries = tries + 1
     where email = ${email} and purpose = ${purpose} and expires_at > now() and tries < ${limits.codeTries}
       and (used_at is null or subject::text = ${subject ?? null})
    returning id, subject, hash`.execute(tx);
  const right = rows.find(({ id, hash }) => timingSafeEqual(hash, hashOf(id, code)));
  if (right === undefined || (subject !== undefined && right.subject !== subject)) return undefined;
  await sql`update codes set used_at = coalesce(used_at, now()) where id = ${right.id}`.execute(tx);
  return right.subject;
}

/**
 * Counts one wish for a code, whether or not anybody has the address.
 * @returns how long to wait when there were too many within the hour
 */
export function countCodeRequest(tx: Tx, email: string): Promise<number | undefined> {
  return count(tx, email, limits.codeRequests);
}

/** Counts the same for the network it comes from: with enough codes to guess at, some guess would be right. */
export function countCodeRequestFrom(db: Db, address: string): Promise<number | undefined> {
  const network = `network ${networkOf(address, 32)}`;
  return db.transaction().execute((tx) => count(tx, network, limits.codeRequestsOfNetwork));
}

async function count(tx: Tx, whose: string, most: number): Promise<number | undefined> {
  const account = createHash('sha256').update(whose).digest();
  const hour = sql`${limits.codeRequestWindowMs} * interval '1 millisecond'`;
  await sql`select pg_advisory_xact_lock(hashtextextended(encode(${account}, 'hex'), 2))`.execute(tx);
  const { rows } = await sql<{ count: number; waitMs: number }>`
    select count(*)::int as count, coalesce(ceil(extract(epoch from min(at) + ${hour} - now()) * 1000), 0)::int as "waitMs"
      from code_requests where account = ${account} and at > now() - ${hour}`.execute(tx);
  const { count: asked = 0, waitMs = 0 } = rows[0] ?? {};
  if (asked >= most) return waitMs;
  await sql`insert into code_requests (account) values (${account})`.execute(tx);
  return undefined;
}

/** Deletes codes that cannot be used any more, and requests that nobody counts any more. */
export async function deleteOldCodes(db: Db): Promise<number> {
  const codes = await sql`delete from codes where expires_at < now() - interval '1 day'`.execute(db);
  const requests = await sql`delete from code_requests
    where at < ${ago(limits.codeRequestWindowMs)}`.execute(db);
  return Number(codes.numAffectedRows ?? 0) + Number(requests.numAffectedRows ?? 0);
}

function hashOf(id: string, code: string): Buffer {
  return createHash('sha256').update(`${id} ${code}`).digest();
}
