import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountStatus, User, Role, Subscription } from '#domain/account/users.ts';
import { cutText } from '#domain/ground/text.ts';
import { ago, fromNow } from '../database/moments.ts';
import { endSessions } from './rights.ts';
import { statusNow, subStatusNow } from './status-now.ts';
import { type Db, firstRow, hasRow, rowsOf, type Tx } from '../database/db.ts';
import { isActive } from './active-users.ts';
import { transactionInTurn } from '../database/in-turn.ts';
import { DAY, MINUTE, SECOND } from '#domain/ground/units.ts';
import { tokenDaysOnLogin } from '#domain/ground/cookies.ts';

export const sessionIdleMs = 30 * DAY;
const sessionMaxMs = 90 * DAY;
/** Interval at which a session in use is written as seen. */
const sessionSeenEveryMs = 1 * MINUTE;
const rotatedTokenGraceMs = 60 * SECOND;
/** Concurrent calls that renew the same token each receive their own; this many stay valid besides the newest. */
export const tokensBesideNewest = 20;

/**
 * The user of a session. A token is 256 random bits; only its SHA-256 is stored, in a row that can be revoked. A
 * session ends after 30 days without use, or 90 days in all.
 */
export interface SessionUser {
  sessionId: string;
  user: UserInSession;
}

type UserInSession = User & {
  email: string;
  display_name: string;
  username: string | null;
  phone: string | null;
  company: { id: number; name: string } | null;
};

/** Lifetime of the token's cookie after sign-in, in seconds. */
export const tokenSeconds = tokenDaysOnLogin * 24 * 3600;

interface SessionRow {
  session_id: string;
  stale: boolean;
  /** Whether this is the first use of a renewed token. */
  replaces: boolean;
  id: string;
  email: string;
  display_name: string;
  username: string | null;
  phone: string | null;
  role: Role;
  status: AccountStatus;
  company_id: number | null;
  company_name: string | null;
  plan_name: string | null;
  billing_type: Subscription['billing_type'] | null;
  sub_status: Subscription['status'] | null;
  current_period_end: Date | null;
  question_usage: number;
  question_limit: number;
}

/**
 * Returns the user of a token.
 * @returns undefined without a live session of an active account; the caller replies 401
 */
export async function sessionOf(db: Db, token: string): Promise<SessionUser | undefined> {
  if (!looksLikeToken(token)) return undefined;
  const row = await firstRow<SessionRow>(db)`
    select s.id as session_id, s.last_seen_at < ${ago(sessionSeenEveryMs)} as stale,
           exists (select from session_tokens where ${isReplacedBy(hashOf(token))}) as replaces,
           u.id, u.email, u.display_name, u.username, u.phone, u.role, ${statusNow} as status, u.company_id, c.name as company_name,
           u.plan_name, u.billing_type, ${subStatusNow} as sub_status, u.current_period_end, u.question_usage, u.question_limit
      from sessions s
      join users u on u.id = s.user_id
      left join companies c on c.id = u.company_id
     where s.id = ${idOfSession(hashOf(token))}
       and s.revoked_at is null and s.expires_at > now() and s.last_seen_at > ${ago(sessionIdleMs)}
       and ${isActive('u')}`;
  if (row === undefined) return undefined;
  if (row.replaces) await endReplaced(db, hashOf(token));
  if (row.stale) await sql`update sessions set last_seen_at = now() where id = ${row.session_id}`.execute(db);
  return { sessionId: row.session_id, user: userOf(row) };
}

/** Returns the users of those sessions that are still live. Used to close the sockets of revoked ones. */
export async function liveSessions(db: Db, sessionIds: string[]): Promise<Map<string, User>> {
  const rows = await rowsOf<SessionRow>(db)`
    select s.id as session_id, u.id, u.role, ${statusNow} as status, u.company_id, u.plan_name, u.billing_type, ${subStatusNow} as sub_status,
           u.current_period_end, u.question_usage, u.question_limit, u.email, u.display_name, u.username, u.phone,
           null as company_name, false as stale, false as replaces
      from sessions s join users u on u.id = s.user_id
     where s.id = any(${sessionIds}::uuid[]) and s.revoked_at is null and s.expires_at > now()
       and s.last_seen_at > ${ago(sessionIdleMs)}
       and ${isActive('u')}`;
  return new Map(rows.map((row) => [row.session_id, userOf(row)]));
}

/** Device on which a session is opened. */
export interface Device {
  deviceId: string | null;
  userAgent: string | null;
  remember: boolean;
}

/**
 * Opens a session. In the transaction that uses up what permits it, so that nothing can be revoked in between.
 * @returns the token, which is stored nowhere on the server
 */
export function openSession(db: Db | Tx, userId: string, device: Device): Promise<string> {
  return insertSession(db, userId, device, false);
}

/**
 * Opens a session after a correct password, if it is still the account's: a reset may have replaced it meanwhile.
 * @returns undefined when it is not
 */
export async function openSessionByPassword(
  db: Db,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  device: Device,
): Promise<string | undefined> {
  return await db.transaction().execute(async (tx) => {
    // Locked, so that a change of the password either is seen here or finds this session and ends it.
    const rows = await rowsOf<unknown>(tx)`select from users
      where id = ${userId} and password_hash = ${passwordHash} for share`;
    return rows.length === 0 ? undefined : await insertSession(tx, userId, device, false);
  });
}

/**
 * Opens the session of the code that created an account, in the transaction that uses the code. A repeat, after a lost
 * reply, ends the previous one. Lock the account first, so that of two concurrent calls one finds the session of the other.
 */
export async function openSessionByCode(tx: Tx, userId: string, device: Device): Promise<string> {
  await endSessions(tx, sql`user_id = ${userId} and by_code`);
  return await insertSession(tx, userId, device, true);
}

/** Whether the session has not ended. */
export async function isLiveSession(tx: Tx, sessionId: string): Promise<boolean> {
  return await hasRow(tx)`select from sessions
    where id = ${sessionId} and revoked_at is null and expires_at > now()`;
}

async function insertSession(db: Db | Tx, userId: string, device: Device, byCode: boolean): Promise<string> {
  const token = newToken();
  await sql`
    insert into sessions (id, user_id, token_hash, device_id, user_agent, remember, by_code, created_at, last_seen_at,
                          expires_at)
    values (${randomUUID()}, ${userId}, ${hashOf(token)}, ${device.deviceId},
            ${device.userAgent === null ? null : cutText(device.userAgent, 300)},
            ${device.remember}, ${byCode}, now(), now(), ${fromNow(sessionMaxMs)})`.execute(db);
  return token;
}

/**
 * Renews a session's token. The old token stays valid until 60 s after the first use of the new one, so that neither
 * calls in flight nor a lost reply end a session. Concurrent renewals of the same token each get a token of their own,
 * valid until it is renewed itself, so the client may keep any of the replies. Renewing a token again does not extend
 * its end. The newest token is in the session's row, a limited number of others beside it; all end with the session.
 * @returns undefined when `token` is no longer the session's
 */
export async function rotateToken(db: Db, token: string): Promise<string | undefined> {
  if (!looksLikeToken(token)) return undefined;
  const [hash, fresh] = [hashOf(token), newToken()];
  return await transactionInTurn(db, { session: hash.toString('hex'), kind: 'tokens' }, async (tx) => {
    // Locked, so that exactly one of concurrent calls finds the token to be the newest.
    const session = await firstRow<{ id: string; isNewest: boolean }>(tx)`
      select s.id, s.token_hash = ${hash} as "isNewest" from sessions s
       where s.id = ${idOfSession(hash)}
         and s.revoked_at is null and s.expires_at > now() and s.last_seen_at > ${ago(sessionIdleMs)}
         for update`;
    if (session === undefined) return undefined;
    const { id, isNewest } = session;
    await sql`delete from session_tokens where session_id = ${id} and ends_at <= now()`.execute(tx);
    await endReplaced(tx, hash);
    if (isNewest) {
      await sql`insert into session_tokens (hash, session_id, made_at, renewed_at)
        select token_hash, id, coalesce(rotated_at, created_at), now() from sessions where id = ${id}`.execute(tx);
      await sql`update sessions set last_seen_at = now(), token_hash = ${hashOf(fresh)}, rotated_at = now()
        where id = ${id}`.execute(tx);
    } else {
      await sql`update session_tokens set renewed_at = coalesce(renewed_at, now()) where hash = ${hash}`.execute(tx);
      await sql`update sessions set last_seen_at = now() where id = ${id}`.execute(tx);
      await sql`insert into session_tokens (hash, session_id) values (${hashOf(fresh)}, ${id})`.execute(tx);
    }
    await endOldestTokens(tx, id, hash);
    return fresh;
  });
}

/** Condition on tokens that this one replaces: renewed before it was made, and without an end yet. */
function isReplacedBy(hash: Buffer) {
  return sql`session_id = ${idOfSession(hash)} and ends_at is null and renewed_at <= (
    select rotated_at from sessions where token_hash = ${hash}
    union all select made_at from session_tokens where hash = ${hash})`;
}

async function endReplaced(db: Db | Tx, hash: Buffer): Promise<void> {
  await sql`update session_tokens set ends_at = ${fromNow(rotatedTokenGraceMs)}
    where ${isReplacedBy(hash)}`.execute(db);
}

/**
 * Ends the oldest tokens of a session within a minute when it has more than concurrent calls explain. The token of this
 * call stays.
 */
async function endOldestTokens(tx: Tx, sessionId: string, shown: Buffer): Promise<void> {
  await sql`update session_tokens set ends_at = ${fromNow(rotatedTokenGraceMs)}
    where session_id = ${sessionId} and ends_at is null and hash <> ${shown} and hash not in (
      select hash from session_tokens where session_id = ${sessionId} and ends_at is null and hash <> ${shown}
       order by made_at desc, hash limit ${tokensBesideNewest})`.execute(tx);
}

/** Subquery for the session of a token with this hash, while the token is valid. */
function idOfSession(hash: Buffer) {
  return sql`(select id from sessions where token_hash = ${hash}
    union all select session_id from session_tokens where hash = ${hash} and (ends_at is null or ends_at > now()) limit 1)`;
}

/** Ends a session at once; its sockets are closed within seconds. */
export async function revokeSession(db: Db, sessionId: string): Promise<void> {
  await endSessions(db, sql`id = ${sessionId}`);
}

function userOf(row: SessionRow): UserInSession {
  return {
    id: row.id,
    email: row.email,
    display_name: row.display_name,
    username: row.username,
    phone: row.phone,
    role: row.role,
    status: row.status,
    company_id: row.company_id,
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
    question_usage: row.question_usage,
    question_limit: row.question_limit,
    plan: row.plan_name === null ? null : { name: row.plan_name },
    subscription: subscriptionOf(row),
  };
}

function subscriptionOf(row: SessionRow): Subscription | null {
  if (row.sub_status === null) return null;
  return {
    billing_type: row.billing_type ?? 'fixed',
    status: row.sub_status,
    current_period_end: row.current_period_end === null ? null : new Date(row.current_period_end).toISOString(),
  };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function looksLikeToken(token: unknown): token is string {
  return typeof token === 'string' && /^[A-Za-z0-9_-]{43}$/.test(token);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
